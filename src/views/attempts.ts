/** The attempts at a task side by side: what differed in the prompt, in the work and in the ending. */
import * as v from 'valibot'
import { describeEnding } from '../diagnosis/endings.ts'
import type { Project } from '../record/project.ts'
import { readPlainText } from '../record/plain-file.ts'
import { runRecordSchema, type RunRecord } from '../record/run.ts'
import { count, names, type Shape } from '../record/schema.ts'
import type { Store } from '../record/store.ts'
import type { LessonRecord, PlanRecord } from '../record/task-story.ts'
import { filesOfRun } from '../supervision/files-of-run.ts'
import { attemptRow, attemptRowSchema } from './attempt-row.ts'
import { formats } from './formats.ts'
import { described } from './view.ts'

const comparedSchema = v.object({
  ...attemptRowSchema.entries,
  agent: runRecordSchema.entries.agent,
  model: runRecordSchema.entries.model,
  told: v.object({
    differs: described(v.nullable(v.string()), 'what it was to do differently, by the plan before it'),
    added: described(names, 'lines of its prompt that the attempt before did not have'),
    removed: described(names, 'lines of the prompt before that it did not have'),
    isKnown: described(v.boolean(), 'both prompts are kept'),
  }),
  changed: v.object({
    added: described(names, 'files that it changed and the attempt before did not'),
    removed: described(names, 'files that the attempt before changed and it did not'),
  }),
  ended: v.object({
    how: described(v.nullable(v.string()), 'how its process ended; null if it lives'),
    line: described(v.nullable(v.string()), 'the line that decided'),
    isSame: described(v.boolean(), 'it failed as the attempt before did'),
  }),
})

export const attemptsSchema = v.object({
  format: v.literal(formats.attempts),
  task: count,
  attempts: described(v.array(comparedSchema), 'oldest first'),
})

export type ComparedAttempt = Shape<typeof comparedSchema>
export type Attempts = Shape<typeof attemptsSchema>

/** A prompt differs in a section or two. More is not read here. */
const MOST_LINES = 60

export function compareAttempts(
  task: number,
  { store, project }: { readonly store: Store; readonly project: Project },
): Attempts {
  const runs = store.runsOf(task)
  const facts = {
    lessons: store.lessons({ task }),
    plans: store.plansOf(task),
    prompts: runs.map((run) => promptOf(run, project)),
  }
  return {
    format: formats.attempts,
    task,
    attempts: runs.map((run, at) => compared(run, { before: runs[at - 1] ?? null, at, ...facts })),
  }
}

function promptOf(run: RunRecord, project: Project): string | null {
  const folder = run.origin === 'mayday' ? filesOfRun(run, project) : null
  return folder === null ? null : readPlainText(folder.file('prompt.md'))
}

type Facts = {
  readonly before: RunRecord | null
  readonly at: number
  readonly lessons: readonly LessonRecord[]
  readonly plans: readonly PlanRecord[]
  readonly prompts: readonly (string | null)[]
}

function compared(run: RunRecord, facts: Facts): ComparedAttempt {
  const { before, lessons } = facts
  const row = attemptRow(run, lessons)
  const last = before === null ? null : attemptRow(before, lessons)
  const files = new Set(row.files)
  const filesBefore = new Set(last?.files)
  return {
    ...row,
    agent: run.agent,
    model: run.model,
    told: toldDifferently(facts),
    changed: {
      added: last === null ? [] : [...files].filter((path) => !filesBefore.has(path)),
      removed: [...filesBefore].filter((path) => !files.has(path)),
    },
    ended: {
      how: run.ending === null ? null : describeEnding(run.ending),
      line: run.diagnosis?.evidence[0]?.excerpt ?? null,
      isSame: row.fingerprint !== null && row.fingerprint === (last?.fingerprint ?? null),
    },
  }
}

function toldDifferently({ before, at, plans, prompts }: Facts): ComparedAttempt['told'] {
  const now = prompts[at] ?? null
  const then = before === null ? null : (prompts[at - 1] ?? null)
  const plan = before === null ? undefined : plans.findLast(({ run }) => run === before.run)
  const isKnown = now !== null && then !== null
  return {
    differs: plan === undefined || plan.differs === '' ? null : plan.differs,
    added: isKnown ? linesOnlyIn(now, then) : [],
    removed: isKnown ? linesOnlyIn(then, now) : [],
    isKnown,
  }
}

function linesOnlyIn(one: string, other: string): readonly string[] {
  const known = new Set(other.split('\n').map((line) => line.trim()))
  return one
    .split('\n')
    .filter((line) => line.trim() !== '' && !known.has(line.trim()))
    .slice(0, MOST_LINES)
}
