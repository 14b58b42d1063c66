// Has a child in a session of its own, as agents start their tools, and waits for it.
import { spawn } from 'node:child_process'

const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
process.stdout.write(`child ${child.pid}\n`)
