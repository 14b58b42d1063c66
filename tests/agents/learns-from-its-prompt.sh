# Fixes the test only when its prompt tells what went wrong before.
echo "I will fix the login test by touching the wrong file."
if grep -q 'Failure Context (avoid repeating these mistakes)' "$MAYDAY_PROMPT_FILE"; then
  echo "The context says what failed, so I fix the right file."
  echo "attempt $MAYDAY_ATTEMPT" >> fixed.txt
else
  echo "attempt $MAYDAY_ATTEMPT" >> wrong.txt
fi
