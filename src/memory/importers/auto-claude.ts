import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { classifyFailure } from '../../diagnosis/classify-failure.ts'
import { fingerprint } from '../../diagnosis/fingerprint.ts'
import { MaydayError, UnreadableInputError } from '../../errors.ts'
import { unmeasured, type ImportedRun } from '../../record/importers/imported-run.ts'
import { readPlain } from '../../record/plain-file.ts'
import { redact } from '../../secrets/secrets.ts'
import { CONTEXT_CHARS, ERROR_CHARS } from '../lesson.ts'
import { cutAtWord, wholeLines } from '../words.ts'
import type { GoodCommits } from './good-commits.ts'

/** What Auto-Claude's memory of a spec holds. */
export type AutoClaudeMemory = {
  readonly runs: readonly ImportedRun[]
  /** Subtasks that were never tried. */
  readonly pending: number
  readonly good: GoodCommits
}

const HISTORY = 'attempt_history.json'
const COMMITS = 'build_commits.json'

/** Reads `attempt_history.json`, and `build_commits.json` beside it; the folder of either or of the spec will do. */
export function readAutoClaude(path: string): AutoClaudeMemory {
  const file = historyFile(path)
  const history = readJson(file)
  const subtasks = recordIn(history, 'subtasks')
  if (subtasks === null)
    throw new UnreadableInputError(`${file} is no attempt history of Auto-Claude: it has no subtasks.`)
  const commitsFile = join(dirname(file), COMMITS)
  const commits = existsSync(commitsFile) ? readJson(commitsFile) : {}
  const notes = notesOf(history, commits)
  const all = Object.entries(subtasks).map(
    ([id, subtask]) => [id, runsOf(id, subtask, notes.get(id) ?? [])] as const,
  )
  return {
    runs: all.flatMap(([, runs]) => runs),
    pending: all.filter(([, runs]) => runs.length === 0).length,
    good: new Map(
      all.flatMap(([id, [first]]) => (first === undefined ? [] : [[first.key, goodOf(id, commits)]])),
    ),
  }
}

/** Those of the subtask first, then the last one of the whole build. */
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

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(path: string): Json {
  let text: string
  try {
    text = readPlain(realpathSync(path)).toString('utf8')
  } catch (error) {
    if (error instanceof MaydayError) throw error
    throw new UnreadableInputError(`Cannot read ${path}. Give the path of an existing file.`, {
      cause: error,
    })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch (error) {
    throw new UnreadableInputError(`${path} is no JSON and cannot be imported.`, { cause: error })
  }
  throw new UnreadableInputError(`${path} is no file of Auto-Claude: a JSON object was expected.`)
}

const recordIn = (value: unknown, key: string): Json | null => {
  const found = isRecord(value) ? value[key] : null
  return isRecord(found) ? found : null
}

const listIn = (value: unknown, key: string): readonly Json[] => {
  const found = isRecord(value) ? value[key] : null
  return Array.isArray(found) ? found.filter(isRecord) : []
}

const textIn = (value: Json, key: string): string => {
  const found = value[key]
  return typeof found === 'string' ? found : ''
}

/** What else is told of a subtask. */
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

function runsOf(id: string, subtask: unknown, notes: readonly string[]): readonly ImportedRun[] {
  const attempts = listIn(subtask, 'attempts')
  const keys = attempts.map((attempt, at) => `${id}#${at + 1}@${textIn(attempt, 'timestamp')}`)
  const [first = ''] = keys
  return attempts.map((attempt, at) => {
    const earlier = attempts.slice(0, at).map((one) => textIn(one, 'approach'))
    return runOf(attempt, { id, key: keys[at] ?? '', earlier, notes, first })
  })
}

type Place = {
  readonly id: string
  readonly key: string
  readonly first: string
  readonly earlier: readonly string[]
  readonly notes: readonly string[]
}

function runOf(attempt: Json, { id, key, first, earlier, notes }: Place): ImportedRun {
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

/** Without a zone it is the time of the machine that wrote it. */
function instantOf(text: string): string {
  const ms = Date.parse(text)
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString()
}
