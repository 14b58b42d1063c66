# Stands before wrapper.sh where the shell may be any.
_mayday_is_bash=

_mayday_restore() { :; }

# Its silence proves nothing.
_mayday_is_unsure() { return 0; }
