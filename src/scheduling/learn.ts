import { agentReaders } from '../agents/readers.ts'
import { join } from 'node:path'
import { lessonOf } from '../memory/lesson.ts'
import { writeFailureContext } from '../memory/write-failure-context.ts'
import type { RunRecord } from '../record/run.ts'
import type { TaskRecord } from '../record/task.ts'
import { readOutcomes } from '../supervision/rediagnose.ts'
import { RunFolder } from '../supervision/run-folder.ts'
import type { StageOutcome } from '../supervision/stage-outcome.ts'
import type { TaskContext } from './task-context.ts'

export type LearningContext = Pick<TaskContext, 'store' | 'project' | 'lessons' | 'tell'>

/** The file that agents read without being told. */
export const LESSONS_FILE = 'AGENTS.md'

/** Stores the lesson of a failed run once, and writes it where the next attempt reads it. */
export async function learnFrom(run: RunRecord, task: TaskRecord, context: LearningContext): Promise<void> {
  const { store, project } = context
  const folder = new RunFolder(join(project.record, run.logPath))
  const result = folder.result()
  if (result === null || result.status !== 'failed') return
  const outcomes = await readOutcomes(folder, run, { agents: agentReaders })
  const agent = outcomes?.find(({ spec: { stage } }) => stage === 'agent_run')
  const lesson = lessonOf({
    result,
    facts: agent?.reading.facts ?? null,
    signals: signalsOf(outcomes ?? []),
    hasLog: outcomes !== null,
    task: task.task,
    root: project.root,
  })
  if (lesson === null) return
  if (store.addLesson(lesson)) context.tell({ event: 'lesson:learned', task: task.task, lesson })
  // The file is written even if the lesson is already stored: a kill may have come between the two.
  if (lesson.phase !== null) writeLessons(context, task)
}

const signalsOf = (outcomes: readonly StageOutcome[]): StageOutcome['reading']['signals'] =>
  outcomes.flatMap(({ reading }) => reading.signals)

/** Always rendered from the store, so that no lesson is lost. */
export function writeLessons(context: LearningContext, task: Pick<TaskRecord, 'task'>): void {
  const { store, project, lessons } = context
  const path = join(project.root, lessons.file ?? LESSONS_FILE)
  const written = writeFailureContext(path, () => store.lessons({}), {
    root: project.root,
    record: project.record,
    // Text of other machines and tools in the section is kept.
    keepsUnknown: () => true,
    ...(lessons.maxPerPhase === undefined ? {} : { mostPerPhase: lessons.maxPerPhase }),
  })
  if (written.kind === 'refused')
    context.tell({ event: 'lessons:unwritten', task: task.task, why: written.why })
}
