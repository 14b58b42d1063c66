# Stands before wrapper.sh where the shell is bash.
_mayday_is_bash=1

# Gives the worker back what was kept from the wrapper.
_mayday_restore() {
  for _mayday_name in ${!MAYDAY_KEEP_@}; do
    export "${_mayday_name#MAYDAY_KEEP_}=${!_mayday_name}"
    unset "$_mayday_name"
  done
} 2> /dev/null

# Is this a status whose signal bash does not tell of?
_mayday_is_unsure() { case $1 in 130|141|143) return 0 ;; *) return 1 ;; esac; }
