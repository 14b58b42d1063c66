# Breaks the build at its first attempt; on a good tree it does the work.
if [ ! -e .tried ]; then
  touch .tried
  echo "I rewrite app.py."
  printf 'def broken(:\n' > app.py
  echo more > extra.txt
else
  echo "I add the feature to app.py carefully."
  echo 'feature = True' >> app.py
fi
