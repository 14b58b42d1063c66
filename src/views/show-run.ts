/** Everything that is known about one run and its task. */
import * as v from 'valibot'
import { cardInside } from '../cards/card-place.ts'
import { readCard } from '../cards/read-card.ts'
import { opinionWords } from '../diagnosis/opinion-words.ts'
import { verdictMeaning } from '../diagnosis/verdict-meaning.ts'
import { reasonClasses } from '../reasons/reason.ts'
import { cardEventSchema } from '../record/card-state.ts'
import { customIn, runDiagnosisSchema } from '../record/run-result.ts'
import { correctionSchema, failureOf, type RunRecord } from '../record/run.ts'
import { moment, type Shape } from '../record/schema.ts'
import { lessonSchema, planSchema, snapshotSchema } from '../record/task-story.ts'
import { classOf, meaningOf, type PolicyOverrides } from '../recovery/policy.ts'
import { eventSchema } from '../supervision/event-schema.ts'
import { filesOfRun } from '../supervision/files-of-run.ts'
import { opinionIn, opinionSchema } from '../supervision/opinion/kept-opinion.ts'
import type { RunFolder } from '../supervision/run-folder.ts'
import { attemptRow, attemptRowSchema } from './attempt-row.ts'
import { formats } from './formats.ts'
import { liveRunSchema, type LiveRun } from './live-run.ts'
import { runFacts, runFactsSchema } from './run-facts.ts'
import { runFiles, runFilesSchema } from './run-files.ts'
import { runRow, runRowSchema } from './run-row.ts'
import { headOf, rowFacts, taskRow, taskRowSchema } from './task-row.ts'
import { described, type ViewContext } from './view.ts'

const { event, line, at } = cardEventSchema.entries

const cardPartSchema = v.object({
  path: v.string(),
  historyLine: described(v.nullable(v.string()), 'the last line of its History'),
  events: v.array(v.object({ event, line, at })),
})

export const showSchema = v.object({
  format: v.literal(formats.show),
  run: runRowSchema,
  task: described(v.nullable(taskRowSchema), 'the task, as in `mayday queue --json`'),
  prompt: described(v.nullable(v.string()), 'the prompt of its task'),
  class: described(v.nullable(v.picklist(reasonClasses)), 'of the reason that counts'),
  meaning: described(v.nullable(v.string()), 'the reason in one sentence'),
  verdicts: described(
    v.array(
      v.object({
        classifier: v.string(),
        reason: v.nullable(v.string()),
        at: moment,
        diagnosis: v.nullable(runDiagnosisSchema),
      }),
    ),
    'of all classifiers, oldest first',
  ),
  corrections: described(v.array(correctionSchema), 'of people, oldest first; the last one counts'),
  opinion: described(
    v.nullable(opinionSchema),
    'what an agent said that was asked (`mayday ask`); null if none was',
  ),
  opinionWords: described(v.nullable(v.string()), 'the result of that question, in a sentence'),
  events: described(v.array(eventSchema), 'the lines of events.jsonl; empty if its files are gone'),
  attempts: described(v.array(attemptRowSchema), 'all runs of the task side by side, oldest first'),
  lessons: described(v.array(lessonSchema), 'of the task, oldest first'),
  plans: described(v.array(planSchema), 'of the task, oldest first'),
  snapshots: described(v.array(snapshotSchema), 'of the task, oldest first'),
  card: described(v.nullable(cardPartSchema), 'the card of the task'),
  live: described(v.nullable(liveRunSchema), 'what it does now; null if it has ended'),
  node: described(
    v.nullable(v.string()),
    'the other node of the fleet that has its files; their paths are relative to its record. Null if they are on this machine',
  ),
  files: described(runFilesSchema, 'where its files are'),
  facts: described(v.nullable(runFactsSchema), 'what it was given; null if its files are gone'),
})

export type ShownRun = Shape<typeof showSchema>

type Beside = {
  /** The current state from its files; null if the run has ended. */
  readonly live?: LiveRun | null
  /** The other node that has its files. */
  readonly node?: string | null
}

export function showRun(
  run: RunRecord,
  context: ViewContext,
  { live = null, node = null }: Beside = {},
): ShownRun {
  const { store, project, overrides } = context
  const folder = run.origin === 'mayday' && node === null ? filesOfRun(run, project) : null
  const lessons = store.lessons({ task: run.task })
  const task = store.task(run.task)
  return {
    format: formats.show,
    run: runRow(run),
    task: task === null ? null : taskRow(headOf(task, store), rowFacts(context)),
    prompt: task?.prompt ?? null,
    ...meaningIn(run, overrides),
    verdicts: store.verdictsOf(run.run),
    corrections: store.correctionsOf(run.run),
    ...opinionOf(folder),
    events: folder?.events() ?? [],
    attempts: store.runsOf(run.task).map((one) => attemptRow(one, lessons)),
    lessons,
    plans: store.plansOf(run.task),
    snapshots: store.snapshotsOf(run.task),
    card: cardOf(task?.card ?? run.card, run.task, context),
    live,
    node,
    files: runFiles(run, folder, node),
    facts: folder === null ? null : runFacts(folder),
  }
}

function opinionOf(folder: RunFolder | null): Pick<ShownRun, 'opinion' | 'opinionWords'> {
  const opinion = folder === null ? null : opinionIn(folder)
  return { opinion, opinionWords: opinion === null ? null : opinionWords(opinion.asked) }
}

/** The config at the end of the run comes first, because the current config may no longer have the reason. */
function meaningIn(run: RunRecord, overrides: PolicyOverrides): Pick<ShownRun, 'class' | 'meaning'> {
  const reason = failureOf(run)
  if (reason === null) return { class: null, meaning: null }
  const kept = customIn(run.diagnosis)
  const custom = kept?.name === reason ? kept : undefined
  const meaning = custom?.meaning ?? meaningOf(reason, overrides)
  return {
    class: custom?.class ?? classOf(reason, overrides),
    meaning: verdictMeaning(meaning, { ...run.diagnosis, reason }),
  }
}

function cardOf(path: string | null, task: number, context: ViewContext): ShownRun['card'] {
  if (path === null) return null
  const events = context.store.cardEventsOf(task)
  return {
    path,
    historyLine: lastLine(path, context),
    events: events.map((one) => ({ event: one.event, line: one.line, at: one.at })),
  }
}

function lastLine(path: string, { project }: ViewContext): string | null {
  try {
    return readCard(cardInside(project.root, path).absolute).history.at(-1) ?? null
  } catch {
    // The file was moved or damaged. The list of cards reports it.
    return null
  }
}
