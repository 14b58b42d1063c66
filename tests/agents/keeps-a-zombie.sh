# Its child has ended, and it never asks how.
sh -c 'echo "child $$"; exit 5' &
exec sleep 1000
