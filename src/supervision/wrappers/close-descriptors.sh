# W8: closes descriptors from 3 on, if the shell can. For dash, `30>&-` is the word 30 and a redirection of 1, so a
# harmless command tests it first. Calls _mayday_left_open with the number of each descriptor that stays open.
_mayday_close_descriptors() {
  _mayday_many=$(echo x 30> /dev/null)
  for _mayday_place in /proc/self/fd/* /dev/fd/*; do
    _mayday_fd=${_mayday_place##*/}
    case $_mayday_fd in 0|1|2|*[!0-9]*) continue ;; esac
    [ -L "$_mayday_place" ] || [ -e "$_mayday_place" ] || continue
    case $_mayday_many$_mayday_fd in [3-9]|x*) eval "exec $_mayday_fd>&-" ;; esac
    if [ -L "$_mayday_place" ] || [ -e "$_mayday_place" ]; then _mayday_left_open "$_mayday_fd"; fi
  done
}
