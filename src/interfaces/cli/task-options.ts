import { readFileSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { parseDuration } from '../../record/duration.ts'
import { parsePhase } from '../../record/phase.ts'
import { defaultBudget, type Budget, type TaskLimits } from '../../record/task.ts'
import type { Store } from '../../record/store.ts'
import type { Arguments, Terminal } from './command.ts'
import { parseBytes } from './numbers.ts'

const durations = [
  ['timeout', 'timeoutMs'],
  ['idle', 'idleMs'],
  ['retrying', 'retryingMs'],
  ['grace', 'graceMs'],
  ['setup-timeout', 'setupMs'],
  ['verify-timeout', 'verifyMs'],
] as const

/** The limits that a command line names; the others stay what they usually are. */
export function limitsIn(args: Arguments): TaskLimits {
  const limits: { -readonly [Name in keyof TaskLimits]: TaskLimits[Name] } = {}
  for (const [option, name] of durations) {
    const word = args.text(option)
    if (word !== undefined) limits[name] = parseDuration(word, `--${option}`)
  }
  const memory = args.text('memory')
  return memory === undefined ? limits : { ...limits, memoryBytes: parseBytes(memory, '--memory') }
}

/** What all runs of a task together may use. */
export function budgetIn(args: Arguments, usual: Budget = defaultBudget): Budget {
  const wall = args.text('wall')
  return {
    attempts: countIn(args, 'attempts') ?? usual.attempts,
    wallMs: wall === undefined ? usual.wallMs : parseDuration(wall, '--wall'),
    tokens: countIn(args, 'tokens') ?? usual.tokens,
    costUsd: costIn(args) ?? usual.costUsd,
  }
}

function countIn(args: Arguments, option: string): number | null {
  const word = args.text(option)
  if (word === undefined) return null
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new UsageError(`--${option} takes a number from 1, and got '${word}'.`)
}

function costIn(args: Arguments): number | null {
  const word = args.text('cost-usd')
  if (word === undefined) return null
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(word) && Number(word) > 0) return Number(word)
  throw new UsageError(`--cost-usd takes an amount of dollars like 5 or 2.50, and got '${word}'.`)
}

export function phaseIn(args: Arguments): string | null {
  const word = args.text('phase')
  return word === undefined ? null : parsePhase(word, '--phase')
}

/** The phase of a run: the given one, else its task's. */
export const phaseOf = (args: Arguments, store: Store, task: number | null): string | null =>
  phaseIn(args) ?? (task === null ? null : (store.task(task)?.phase ?? null))

/** The text of `--prompt-file`: a file's, or with `-` what is piped in. */
export async function readPromptFile(path: string, terminal: Terminal): Promise<string> {
  if (path === '-') return collect(terminal.input)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new UsageError(
      `--prompt-file ${path} cannot be read (${code}). Name a text file, or - for standard input.`,
    )
  }
}

async function collect(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
