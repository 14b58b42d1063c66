# Goes on through TERM and INT, and so do its children.
trap '' TERM INT
echo ready
while :; do sleep 1; done
