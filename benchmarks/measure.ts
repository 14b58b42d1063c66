import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

export type Measured = { readonly ms: number; readonly peakMb: number | null; readonly output: string }

/** Runs a command to its end: wall time, and its peak memory where the system tells it. */
export function measure(command: string, args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let peakMb: number | null = null
    let output = ''
    const look = async (): Promise<void> => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const kb = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
      if (kb !== undefined) peakMb = Math.round(Number(kb) / 1024)
    }
    const timer = setInterval(() => void look(), 15)
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', () => {
      clearInterval(timer)
      resolve({ ms: performance.now() - started, peakMb, output })
    })
  })
}

const middle = (all: readonly Measured[]): Measured => {
  const found = all.toSorted((a, b) => a.ms - b.ms)[Math.floor(all.length / 2)]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}

/** The medians of two commands that take turns, so that a busy moment hits both. The first turn does not count. */
export async function compare(
  times: number,
  ours: () => Promise<Measured>,
  beside: () => Promise<Measured>,
): Promise<{ readonly ours: Measured; readonly beside: Measured }> {
  const turns: { readonly ours: Measured; readonly beside: Measured }[] = []
  for (let i = 0; i <= times; i += 1) turns.push({ beside: await beside(), ours: await ours() })
  const counted = turns.slice(1)
  return {
    ours: middle(counted.map((turn) => turn.ours)),
    beside: middle(counted.map((turn) => turn.beside)),
  }
}
