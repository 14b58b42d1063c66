#compdef mayday
# Completion of mayday for zsh, made by: mayday completions zsh
# This script evaluates no typed text.

_mayday_files() {
  if [[ $PREFIX$SUFFIX == *[\$\`]* ]]; then return 1; fi
  _files
}

_mayday_list() {
  local line
  local -a values shown
  while IFS= read -r line; do
    values+=("${line%%$'\t'*}")
    shown+=("${line/$'\t'/  }")
  done < <(command mayday completions --list "$1" </dev/null 2>/dev/null)
  compadd -l -d shown -a values
}

_mayday() {
  emulate -L zsh
  local command= word prev=$words[CURRENT-1]
  local -a names shown
  local -i i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    # The words after -- belong to another program.
    if [[ $word == -- ]]; then _mayday_files; return; fi
    if [[ -z $command && $word != -* ]]; then command=$word; fi
  done
  if [[ -z $command ]]; then
    names=(@commands@)
    shown=(@summaries@)
    compadd -l -d shown -a names
    return
  fi
  if [[ $PREFIX == --*=* ]]; then
    prev=${PREFIX%%=*}
    compset -P '--[a-z-]#='
  fi
  case "$command $prev" in
@values@
  esac
  if [[ $PREFIX == -* ]]; then
    case $command in
@options@
    esac
    return
  fi
  case $command in
@positionals@
  esac
}

if [[ $funcstack[1] == _mayday ]]; then _mayday "$@"; else compdef _mayday mayday; fi
