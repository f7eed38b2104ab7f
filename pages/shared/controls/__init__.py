"""From a control to a checked value, and to the address."""
