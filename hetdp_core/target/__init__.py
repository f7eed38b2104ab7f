"""Ask backwards: which value of one unknown it takes to reach a target."""
