# Prepended to wrapper.sh if the shell is bash.
_mayday_is_bash=1

# Restores the worker's variables that were hidden from the wrapper.
_mayday_restore() {
  for _mayday_name in ${!MAYDAY_KEEP_@}; do
    export "${_mayday_name#MAYDAY_KEEP_}=${!_mayday_name}"
    unset "$_mayday_name"
  done
} 2> /dev/null

# Whether this is a status whose signal bash does not report.
_mayday_is_unsure() { case $1 in 130|141|143) return 0 ;; *) return 1 ;; esac; }
