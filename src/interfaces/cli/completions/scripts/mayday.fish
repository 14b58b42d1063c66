# Completion of mayday for fish, made by: mayday completions fish
# This script evaluates no typed text.

function __mayday_behind
    contains -- -- (commandline -opc)
end

function __mayday_in
    not __mayday_behind; and __fish_seen_subcommand_from $argv[1]
end

function __mayday_list
    command mayday completions --list $argv[1] </dev/null 2>/dev/null
end

complete -c mayday -f -n 'not __mayday_behind'
@commands@
@options@
