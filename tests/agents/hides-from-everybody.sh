# Leaves a process in a session of its own, without any environment, and exits once it is so.
(
  setsid env -i sleep 1000 &
  while tr '\0' '\n' < "/proc/$!/environ" | grep -q .; do :; done
  echo "child $!"
)
exit 3
