import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { classifyFailure } from '../../diagnosis/classify-failure.ts'
import { fingerprint } from '../../diagnosis/fingerprint.ts'
import { UnreadableInputError } from '../../errors.ts'
import {
  foreignTaskId,
  unmeasured,
  type ImportedRun,
  type ImportedTask,
} from '../../record/importers/imported-run.ts'
import { redact } from '../../secrets/secrets.ts'
import { CONTEXT_CHARS, ERROR_CHARS } from '../lesson.ts'
import { cutAtWord, wholeLines } from '../words.ts'
import { unfinishedSubtasks } from './auto-claude-tasks.ts'
import { instantOf, listIn, readJson, recordIn, textIn, type Json } from './foreign-json.ts'
import type { GoodCommits } from './good-commits.ts'

/** The content of Auto-Claude's memory of a spec. */
export type AutoClaudeMemory = {
  readonly runs: readonly ImportedRun[]
  /** Subtasks that were never tried, and those at which it is stuck. */
  readonly tasks: readonly ImportedTask[]
  readonly good: GoodCommits
}

const HISTORY = 'attempt_history.json'
const COMMITS = 'build_commits.json'

/**
 * Reads `attempt_history.json`, and `build_commits.json` next to it. The path may be the file, its folder, or the
 * folder of the spec.
 */
export function readAutoClaude(path: string): AutoClaudeMemory {
  const file = historyFile(path)
  const history = readJson(file)
  const subtasks = recordIn(history, 'subtasks')
  if (subtasks === null)
    throw new UnreadableInputError(`${file} is not an attempt history of Auto-Claude: it has no subtasks.`)
  const commitsFile = join(dirname(file), COMMITS)
  const commits = existsSync(commitsFile) ? readJson(commitsFile) : {}
  const notes = notesOf(history, commits)
  const taskIdOf = taskIdsIn(file, history)
  const all = Object.entries(subtasks).map(
    ([id, subtask]) =>
      [id, runsOf(id, subtask, { taskId: taskIdOf(id), notes: notes.get(id) ?? [] })] as const,
  )
  return {
    runs: all.flatMap(([, runs]) => runs),
    tasks: unfinishedSubtasks({ history, subtasks, plan: readPlan(file), taskIdOf }),
    good: new Map(
      all.flatMap(([id, [first]]) => (first === undefined ? [] : [[first.key, goodOf(id, commits)]])),
    ),
  }
}

/** The folder of a spec. Its history may be in a subfolder `memory`. */
function specFolder(file: string): string {
  const folder = dirname(resolve(file))
  return basename(folder) === 'memory' ? dirname(folder) : folder
}

/** Subtasks of two specs may have the same id. */
function taskIdsIn(file: string, history: Json): (subtask: string) => string {
  const made = textIn(recordIn(history, 'metadata') ?? {}, 'created_at')
  const spec = `${basename(specFolder(file))}@${made}`
  return (subtask) => foreignTaskId('auto-claude', `${spec}#${subtask}`)
}

/** The descriptions are in the plan. The history has only the ids. */
function readPlan(file: string): Json {
  const path = join(specFolder(file), 'implementation_plan.json')
  return existsSync(path) ? readJson(path) : {}
}

/** The commits of the subtask first, then the last one of the whole build. */
function goodOf(id: string, commits: Json): readonly string[] {
  const all = listIn(commits, 'commits').toReversed()
  const own = all.filter((commit) => textIn(commit, 'subtask_id') === id)
  return [...own.map(hashOf), textIn(commits, 'last_good_commit'), ...all.map(hashOf)].filter(
    (name) => name !== '',
  )
}

const hashOf = (commit: Json): string => textIn(commit, 'hash')

function historyFile(path: string): string {
  const places = [join(path, HISTORY), join(path, 'memory', HISTORY)]
  const found = isFolder(path) ? places.find((place) => existsSync(place)) : path
  if (found === undefined)
    throw new UnreadableInputError(
      `There is no ${HISTORY} in ${path}. Give a spec's folder, its memory folder, or the file itself.`,
    )
  return found
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

/** Other notes about a subtask. */
function notesOf(history: Json, commits: Json): ReadonlyMap<string, readonly string[]> {
  const told = [
    ...listIn(history, 'stuck_subtasks').map(
      (stuck) => [stuck, `stuck: ${textIn(stuck, 'reason')}`] as const,
    ),
    ...listIn(commits, 'commits').map((commit) => [commit, `commit: ${textIn(commit, 'hash')}`] as const),
  ]
  const groups = Map.groupBy(told, ([about]) => textIn(about, 'subtask_id'))
  return new Map([...groups].map(([id, lines]) => [id, lines.map(([, line]) => redact(line))]))
}

function runsOf(
  id: string,
  subtask: unknown,
  about: Pick<Place, 'taskId' | 'notes'>,
): readonly ImportedRun[] {
  const attempts = listIn(subtask, 'attempts')
  const keys = attempts.map((attempt, at) => `${id}#${at + 1}@${textIn(attempt, 'timestamp')}`)
  const [first = ''] = keys
  return attempts.map((attempt, at) => {
    const earlier = attempts.slice(0, at).map((one) => textIn(one, 'approach'))
    return runOf(attempt, { id, key: keys[at] ?? '', earlier, first, ...about })
  })
}

type Place = {
  readonly id: string
  readonly key: string
  readonly taskId: string
  readonly first: string
  readonly earlier: readonly string[]
  readonly notes: readonly string[]
}

function runOf(attempt: Json, { id, key, taskId, first, earlier, notes }: Place): ImportedRun {
  const hasFailed = attempt['success'] !== true
  const approach = redact(textIn(attempt, 'approach'))
  const error = redact(textIn(attempt, 'error'))
  const reason = hasFailed ? classifyFailure(error, { approach, attempts: earlier }).reason : null
  const at = instantOf(textIn(attempt, 'timestamp'))
  const lesson = {
    error: cutAtWord(error, ERROR_CHARS) || 'Task failed (no specific error message captured)',
    attempted: cutAtWord(approach, ERROR_CHARS),
    files: [],
    context: wholeLines(notes, CONTEXT_CHARS),
    fingerprint: fingerprint(`${reason ?? ''}\n${error}`),
  }
  return {
    key,
    taskId,
    ...(key === first ? {} : { sameTaskAs: first }),
    title: redact(id),
    prompt: '',
    status: hasFailed ? 'failed' : 'succeeded',
    reason,
    flow: 'implement',
    agent: 'claude',
    startedAt: at,
    endedAt: at,
    ...unmeasured,
    ...(hasFailed ? { lesson } : {}),
  }
}
