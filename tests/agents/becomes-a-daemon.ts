// Leaves a process that has another session and no parent of ours, and exits.
import { spawn } from 'node:child_process'

const between = spawn('sh', ['-c', 'sleep 1000 & echo "child $!"'], {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
})
between.unref()
