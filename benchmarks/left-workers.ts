/** Workers whose supervisors are gone: one adopter has them all, as after a crash. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const mayday = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

/** Starts a run and kills its supervisor as soon as the worker is there. */
async function startAndLeave(folder: string, command: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [mayday, 'run', '--json', '--', ...command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise<void>((resolve) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('stage:started')) resolve()
    })
    child.on('close', () => resolve())
  })
  child.kill('SIGKILL')
}

/** Ten at a time. */
export async function leaveWorkers(
  folder: string,
  workers: number,
  command: readonly string[],
): Promise<void> {
  for (let started = 0; started < workers; started += 10)
    await Promise.all(Array.from({ length: 10 }, () => startAndLeave(folder, command)))
}

export const readOr = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The processes that have this folder as their project. */
export const processesOf = (folder: string): readonly number[] =>
  readdirSync('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && readOr(`/proc/${name}/environ`).includes(`MAYDAY_DIR=${folder}\0`),
    )
    .map(Number)

export const cpuMs = (pid: number): number => {
  const fields = readOr(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Its share of the memory: what several have in common counts once. */
export const pssKb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readOr(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
