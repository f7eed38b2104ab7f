"""One machine, all cores: a process a core behind one address (`make serve`)."""
