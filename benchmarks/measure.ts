import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

export type Measured = {
  readonly ms: number
  /** Processor time. Another program on the machine does not change it much. */
  readonly cpuMs: number | null
  readonly peakMb: number | null
  readonly output: string
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** User and system time in `/proc/PID/stat`: the 12th and 13th field behind the name of the program. */
function cpuMsIn(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isNaN(ticks) ? null : ticks * TICK_MS
}

/** Runs a command to its end: wall time, and processor time and peak memory where the system tells them. */
export function measure(command: string, args: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let peakMb: number | null = null
    let cpuMs: number | null = null
    let output = ''
    const look = async (): Promise<void> => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const kb = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
      if (kb !== undefined) peakMb = Math.round(Number(kb) / 1024)
      cpuMs = cpuMsIn(await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')) ?? cpuMs
    }
    const timer = setInterval(() => void look(), 15)
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', () => {
      clearInterval(timer)
      resolve({ ms: performance.now() - started, cpuMs, peakMb, output })
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
