#!/bin/sh
# Says the next line of a file at each attempt, works on a file, and ends with the given code.
# usage: says-in-turn.sh LINES EXIT-CODE
tries=$(($(cat tries.txt 2>/dev/null || echo 0) + 1))
echo "$tries" > tries.txt
sed -n "${tries}p" "$1"
exit "$2"
