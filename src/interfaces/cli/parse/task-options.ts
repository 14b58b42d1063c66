import { readFileSync } from 'node:fs'
import type { Config } from '../../../config/config.ts'
import { UsageError } from '../../../errors.ts'
import { findGit } from '../../../record/git.ts'
import type { Project } from '../../../record/project.ts'
import type { Budget, TaskLimits } from '../../../record/task.ts'
import type { Store } from '../../../record/store.ts'
import type { Terminal } from '../command.ts'
import type { budget, BudgetName, compare, LimitName, runLimits } from './shared-options.ts'
import type { Maybe, Values } from './option.ts'
import type { TrustAsked } from '../config/project-config.ts'

/** A value for each option of a group; undefined if it is not given. */
type Numbers<Name extends string> = Readonly<Record<Name, number | undefined>>

/** The options of a new task, with or without a card. */
export type TaskAsked = Values<typeof compare & typeof budget & typeof runLimits> &
  TrustAsked &
  Maybe<'agent' | 'verify' | 'setup'> & {
    readonly behind: readonly string[]
    readonly fallback: readonly string[]
    readonly flow: string
    readonly worktree: boolean
  }

/** The limits that the command line sets; the others keep their defaults. */
export const limitsIn = (asked: Numbers<LimitName>): TaskLimits =>
  given({
    timeoutMs: asked.timeout,
    idleMs: asked.idle,
    retryingMs: asked.retrying,
    graceMs: asked.grace,
    setupMs: asked.setupTimeout,
    verifyMs: asked.verifyTimeout,
    memoryBytes: asked.memory,
  })

/** The budget of all runs of a task together. */
export const budgetIn = (asked: Numbers<BudgetName>, otherwise: Budget): Budget => ({
  attempts: asked.attempts ?? otherwise.attempts,
  wallMs: asked.wall ?? otherwise.wallMs,
  tokens: asked.tokens ?? otherwise.tokens,
  costUsd: asked.costUsd ?? otherwise.costUsd,
})

/** Removes undefined values. */
const given = <Name extends string>(all: Numbers<Name>): Partial<Record<Name, number>> => {
  const found: Partial<Record<Name, number>> = {}
  for (const name in all) if (all[name] !== undefined) found[name] = all[name]
  return found
}

/**
 * `--compare` needs a verify command and a git repository. If only the config requests it and they are missing, it is
 * ignored.
 */
export function compareIn(
  { compare, noCompare, verify }: Pick<TaskAsked, 'compare' | 'noCompare' | 'verify'>,
  { stages }: Config,
  { root }: Project,
): boolean {
  if (noCompare) return false
  const hasVerify = (verify ?? stages.verify) !== undefined
  const isInGit = findGit(root) !== null
  if (!compare) return stages.compare === true && hasVerify && isInGit
  if (!hasVerify) throw new UsageError('--compare needs a command that runs tests. Add: --verify "npm test"')
  if (!isInGit)
    throw new UsageError(
      `--compare needs a git repository, and ${root} is in none. Leave it out, or: git init`,
    )
  return true
}

/** The phase of a run: the given one, else its task's. */
export const phaseOf = (phase: string | undefined, store: Store, task: number | null): string | null =>
  phase ?? (task === null ? null : (store.task(task)?.phase ?? null))

/** The content of `--prompt-file`: a file, or standard input for `-`. */
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
