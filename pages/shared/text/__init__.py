"""How things are said: text that is not ours, boxes, input that cannot be used, the glossary."""
