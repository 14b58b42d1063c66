#!/bin/bash
# leaves-traces.sh FILE TENTHS [LATER]: for each tenth of a second one line with the time, the folder, the run and the
# task. Attempts after the first one take LATER tenths.
tenths=$2
if [ "$MAYDAY_ATTEMPT" -gt 1 ]; then tenths=${3:-$2}; fi
for ((i = 0; i < tenths; i++)); do
  echo "$EPOCHREALTIME $PWD $MAYDAY_RUN_ID $MAYDAY_TASK_ID" >> "$1"
  read -rt 0.1 <> <(:)
done
echo "$MAYDAY_RUN_ID" >> left.txt
