# Any agent that works, then says a word of its project's own: `is-blocked.sh PROMPT`.
echo "$1" >> prompts.txt
echo '[MAYDAY_FAILURE:DEPLOY_BLOCKED]'
echo 'FAILURE_REASON: the deploy gate is closed'
exit 1
