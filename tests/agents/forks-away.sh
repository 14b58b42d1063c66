# Leaves a child behind that holds the output open, and exits.
sleep 1000 &
echo "child $!"
exit 3
