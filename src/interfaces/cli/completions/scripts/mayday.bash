# Completion of mayday for bash, made by: mayday completions bash
# This script evaluates no typed text.

_mayday_add() {
  local word
  for word in "$@"; do
    if [[ $word == "$_mayday_cur"* ]]; then COMPREPLY+=("$word"); fi
  done
}

_mayday_list() {
  local word
  while IFS= read -r word; do
    word=${word%%$'\t'*}
    if [[ $word == "$_mayday_cur"* ]]; then COMPREPLY+=("$(printf '%q' "$word")"); fi
  done < <(command mayday completions --list "$1" </dev/null 2>/dev/null)
}

_mayday_nothing_else() {
  if type compopt &>/dev/null; then compopt +o default; fi
}

_mayday() {
  local _mayday_cur prev command= word i
  COMPREPLY=()
  _mayday_cur=${COMP_WORDS[COMP_CWORD]}
  prev=${COMP_WORDS[COMP_CWORD-1]}
  # readline splits --option=value into three words.
  if [[ $_mayday_cur == = ]]; then
    _mayday_cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    # The words after -- belong to another program.
    if [[ $word == -- ]]; then return; fi
    if [[ -z $command && $word != -* ]]; then command=$word; fi
  done
  if [[ -z $command ]]; then
    _mayday_nothing_else
    _mayday_add @commands@
    return
  fi
  case "$command $prev" in
@values@
  esac
  if [[ $_mayday_cur == -* ]]; then
    _mayday_nothing_else
    case $command in
@options@
    esac
    return
  fi
  case $command in
@positionals@
  esac
}

complete -o default -F _mayday mayday
