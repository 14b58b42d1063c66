# Prints the effective memory limit of the current cgroup.
while IFS= read -r line; do
  case $line in 0::*) cat "/sys/fs/cgroup${line#0::}/memory.max" ;; esac
done < /proc/self/cgroup
