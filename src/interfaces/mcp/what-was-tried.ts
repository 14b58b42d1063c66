import { orUnknown } from '../../reasons/reason.ts'
import * as v from 'valibot'
import { lessonsFor } from '../../memory/lessons-for.ts'
import { fenced, inert, renderContext } from '../../memory/prompt-context.ts'
import { cutAtWord } from '../../memory/words.ts'
import type { Project } from '../../record/project.ts'
import type { Store } from '../../record/store.ts'
import type { LessonRecord } from '../../record/task-story.ts'
import type { SessionRow } from '../../sessions/session-schema.ts'
import { attemptRow, type AttemptRow } from '../../views/attempt-row.ts'
import { readHistory } from '../../views/history.ts'
import { readLessons } from '../../views/lessons.ts'
import type { RunRow } from '../../views/run-row.ts'
import { openSessions } from '../cli/ask-why/look-at-sessions.ts'
import { openRecorded } from '../cli/record/open-store.ts'
import { QUICK_LOOK } from '../../sessions/refresh-index.ts'
import { LOOKING } from './looking.ts'
import { tool, type McpTool } from './tool.ts'

const MOST_FAILURES = 5
const MOST_ATTEMPTS = 8
const MOST_SESSIONS = 3
const LESSON_BYTES = 6000
const FIELD_CHARACTERS = 300

export const whatWasTried: McpTool = tool({
  name: 'what_was_tried',
  title: 'What was tried here',
  description:
    'Call this before you begin and when you are stuck. Tells what failed in this project before you: the last failed runs and agent sessions, their lessons, and what each attempt at the task tried.',
  isReadOnly: true,
  input: v.strictObject({}),
  run: async () => {
    using opened = await openRecorded({ ...LOOKING, shared: 'reads' })
    const { store, project } = opened
    const { runs } = readHistory({ status: 'failed', limit: MOST_FAILURES }, store)
    const task = taskHere(store) ?? runs[0]?.task ?? null
    const lessons = readLessons({ cleared: false }, store).lessons
    const lines = [
      ...runs.map(failureLine),
      ...(store === null || task === null ? [] : attemptLines(task, lessons, store)),
      ...failedSessions(project).map(sessionLine),
    ]
    const context = renderContext(relevant(lessons, task, store), { task }, LESSON_BYTES).text
    const parts = [...(lines.length === 0 ? [] : [fenced(lines)]), ...(context === '' ? [] : [context])]
    return parts.length === 0 ? `No failure is known in ${project.root}.` : parts.join('\n\n')
  },
})

/** The task of the run that this process belongs to. */
function taskHere(store: Store | null): number | null {
  const { MAYDAY_TASK_ID: id } = process.env
  return id === undefined ? null : (store?.task(id)?.task ?? null)
}

/** The lessons of the task, or all of them if it has none. */
function relevant(
  lessons: readonly LessonRecord[],
  task: number | null,
  store: Store | null,
): readonly LessonRecord[] {
  const phase = task === null ? null : (store?.task(task)?.phase ?? null)
  const own = lessonsFor(lessons, { task, phase })
  return own.length === 0 ? lessons : own
}

const field = (text: string): string => cutAtWord(inert(text), FIELD_CHARACTERS)

function failureLine({ run, task, startedAt, reasonThatCounts, summary, diagnosis }: RunRow): string {
  const proof = diagnosis?.evidence[0]?.excerpt ?? ''
  const said = proof === '' ? '' : ` | line: ${field(proof)}`
  return `- failed run ${run} of task ${task}, ${startedAt}, ${orUnknown(reasonThatCounts)}: ${field(summary)}${said}`
}

function attemptLines(task: number, lessons: readonly LessonRecord[], store: Store): readonly string[] {
  const all = store.runsOf(task)
  const rows = all.slice(-MOST_ATTEMPTS).map((run) => attemptRow(run, lessons))
  return rows.map((row) => attemptLine(task, row))
}

function attemptLine(task: number, { attempt, run, status, reason, approach, files }: AttemptRow): string {
  const changed = files === null || files.length === 0 ? '' : ` | changed: ${field(files.join(', '))}`
  const outcome = reason === null ? status : `${status}, ${reason}`
  return `- attempt ${attempt} at task ${task} (run ${run}, ${outcome}) tried: ${field(approach ?? 'unknown')}${changed}`
}

/** Sessions that Mayday did not start. */
function failedSessions({ root }: Project): readonly SessionRow[] {
  using sessions = openSessions({ live: null }, { most: QUICK_LOOK })
  return sessions.list({ failed: true, folder: root }, MOST_SESSIONS).sessions
}

function sessionLine({ agent, endedAt, status, reason, said, asked }: SessionRow): string {
  const outcome = status === 'cut-off' ? 'cut off' : orUnknown(reason)
  const line = said === null ? '' : `: ${field(said)}`
  return `- ${agent} session, ended ${endedAt ?? 'at an unknown time'}, ${outcome}${line} | asked: ${field(asked)}`
}
