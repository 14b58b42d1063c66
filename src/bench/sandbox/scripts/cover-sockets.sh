# A process can connect to a socket even if the file system is read-only. So every listening socket that can
# be found is covered, by the name to which it was bound. The name may contain blanks and links. A relative
# name belongs to the working directory of a process that holds the socket, if /proc shows it.
#
# This script uses cover, is_there and newline of bubblewrap.sh, which has globbing off.
cover_file() {
  case $seen in *"$newline$1$newline"*) return ;; esac
  seen=$seen$1$newline
  [ -S "$1" ] || return 0
  folder=$(cd -P "${1%/*}/" 2>/dev/null && pwd -P) || return 0
  path=${folder%/}/${1##*/}
  IFS=$newline
  ! is_there "$path" || cover "$path"
  unset IFS
}
find_holders() {
  [ -z "$held" ] || return 0
  set +f
  held=$(ls -l /proc/[0-9]*/fd/ 2>/dev/null | sed -n '
    /^\/proc\/[0-9]*\/fd\/:$/{s|/proc/\([0-9]*\)/.*|\1|;h;}
    / -> socket:\[[0-9]*\]$/{s|.*\[\([0-9]*\)\]$|\1|;G;s|\n| |;p;}')
  set -f
}
cover_socket() {
  case $name in
    '' | @*) ;;
    /*) cover_file "$name" ;;
    *)
      find_holders
      for pid in $(printf '%s\n' "$held" | sed -n "s/^$inode //p"); do cover_file "/proc/$pid/cwd/$name"; done ;;
  esac
}
cover_sockets() {
  seen=$newline held= name= inode=
  IFS= read -r line
  while IFS= read -r line; do
    case $line in
      *': '????????' 00000000 '????????' '????' '??' '*)
        cover_socket
        rest=${line#*: ???????? 00000000 ???????? ???? ?? }
        rest=${rest#"${rest%%[! ]*}"}
        inode=${rest%% *}
        name=${rest#"$inode"}
        name=${name# } ;;
      # A name may contain line breaks.
      *) name=$name$newline$line ;;
    esac
  done
  cover_socket
}
