// Somebody presses Ctrl+C in the agent's terminal.
import { begin } from './work.mjs'

begin()
process.kill(process.pid, 'SIGINT')
setInterval(() => undefined, 60_000)
