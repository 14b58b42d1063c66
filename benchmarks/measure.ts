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

/** The median of several runs, by time. The first is a warm-up and does not count. */
export async function median(times: number, run: () => Promise<Measured>): Promise<Measured> {
  await run()
  const all: Measured[] = []
  for (let i = 0; i < times; i += 1) all.push(await run())
  const sorted = all.toSorted((a, b) => a.ms - b.ms)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
