# Prepended to wrapper.sh for any other shell.
_mayday_is_bash=

_mayday_restore() { :; }

# A shell that prints no signal may still have seen one.
_mayday_is_unsure() { return 0; }
