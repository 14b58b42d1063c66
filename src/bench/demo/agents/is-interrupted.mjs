// Mends the bug, and then somebody presses Ctrl+C in the agent's terminal.
import { begin, bug, write } from './work.mjs'

begin()
write(bug.fixed)
process.kill(process.pid, 'SIGINT')
setInterval(() => undefined, 60_000)
