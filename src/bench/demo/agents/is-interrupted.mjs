// Fixes the bug. Then it is interrupted by Ctrl+C in its terminal.
import { begin, bug, write } from './work.mjs'

begin()
write(bug.fixed)
process.kill(process.pid, 'SIGINT')
setInterval(() => undefined, 60_000)
