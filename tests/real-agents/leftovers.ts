import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { parseStat } from '../../src/supervision/processes/proc.ts'
import { until } from '../running-mayday.ts'

/** Everything that a cell starts has it in its environment. */
export const CELL_VARIABLE = 'REAL_AGENTS_CELL'

/** By what the processes of one cell are known: a variable, and folders that only they work in. */
export type CellPlace = { readonly cell: string; readonly folders: readonly string[] }

type Found = { readonly pid: number; readonly parent: number; readonly command: string }

function look(pid: number, { cell, folders }: CellPlace): Found | null {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    const isOurs =
      environment.includes(`${CELL_VARIABLE}=${cell}`) ||
      folders.some((one) => folder === one || folder.startsWith(`${one}/`))
    if (!isOurs) return null
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return {
      pid,
      parent: Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]),
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    }
  } catch {
    // It has just ended, or belongs to somebody else.
    return null
  }
}

/** Where there is no /proc the run's own tag, which the project's clean-up looks for, is all that can be asked. */
function find(place: CellPlace): readonly Found[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name), place) ?? [])
}

/** The commands of processes that are still there. */
export const findLeftovers = (place: CellPlace): readonly string[] =>
  find(place).map(({ command }) => command)

/** Kills the process that the wrapper around the agent started, and nothing below it. */
export function killLauncher(place: CellPlace): void {
  const found = find(place)
  const wrapper = found.find(({ command }) => /^\S*(?:perl|sh)\b.* -- .*\/logs\/\d{8}\//s.test(command))
  const launcher = found.find(({ parent }) => parent === wrapper?.pid)
  if (launcher === undefined) throw new Error('There is no launcher to kill.')
  kill(launcher.pid)
}

/** Kills those whose program, or the script that it runs, is wanted. */
export function killFound(place: CellPlace, isWanted: (program: string) => boolean): void {
  for (const { pid, command } of find(place)) {
    const [program = '', ...words] = command.split(' ')
    const script = words.find((word) => !word.startsWith('-'))
    const name = /(?:^|\/)node$/.test(program) ? script : program
    if (isWanted(name ?? '')) kill(pid)
  }
}

/**
 * Kills every process of a cell and waits until the last has ended. A killed process gives back its memory before it
 * ends: its variables and its folder can no longer be read then, but Mayday still counts it as alive.
 */
export async function killAllOf(place: CellPlace): Promise<void> {
  const found = find(place)
  for (const { pid } of found) kill(pid)
  await until('the end of what was killed', () => found.every(({ pid }) => hasEnded(pid)))
  await endLeftovers(place)
}

function hasEnded(pid: number): boolean {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.zombie !== false
  } catch {
    return true
  }
}

export async function endLeftovers(place: CellPlace): Promise<void> {
  await until('the end of what a cell left', () => {
    const left = find(place)
    for (const { pid } of left) kill(pid)
    return left.length === 0
  })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
