/** Prints a file again and again: `prints-json-lines.ts FILE MEGABYTES MB_PER_SECOND`. */
import { readFileSync, writeSync } from 'node:fs'

const [path = '', megabytes = '1', rate = '50'] = process.argv.slice(2)
const block = readFileSync(path)
const total = Number(megabytes) * 1024 * 1024
const perMs = (Number(rate) * 1e6) / 1000
const SLICE = 64 * 1024
const nap = new Int32Array(new SharedArrayBuffer(4))

const started = performance.now()
for (let done = 0; done < total;) {
  const from = done % block.length
  done += writeSync(1, block, from, Math.min(SLICE, block.length - from, total - done))
  const ahead = done / perMs - (performance.now() - started)
  if (ahead > 1) Atomics.wait(nap, 0, 0, ahead)
}
