/** Takes a job by holding the lock of its row, and starts its worker: `holds-a-row.ts URL COMMAND…`. It never ends. */
import { spawn } from 'node:child_process'
import { Client } from 'pg'
import { HOLD } from '../fleet/queues.ts'

const [, , url = '', program = '', ...args] = process.argv
const client = new Client({ connectionString: url })
await client.connect()
await client.query('begin')
await client.query(HOLD)
const worker = spawn(program, args, { stdio: 'ignore', detached: true })
process.stdout.write(`${worker.pid}\n`)
setInterval(() => undefined, 60_000)
