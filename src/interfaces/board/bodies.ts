/**
 * The actions of the board: the path of each action and the schema of its body. Callers other than the page may send
 * wrong bodies; the error then names the wrong field.
 */
import * as v from 'valibot'
import { fits, type Shape } from '../../record/schema.ts'
import { RequestError } from './request-error.ts'

const MOST_CHARS = 10_000
const TEXT = `needs a text of at most ${MOST_CHARS} characters`

const text = v.pipe(v.string(TEXT), v.maxLength(MOST_CHARS, TEXT))
const flag = v.boolean('needs true or false')
const numberFrom1 = v.pipe(
  v.number('needs a whole number from 1'),
  v.safeInteger('needs a whole number from 1'),
  v.minValue(1, 'needs a whole number from 1'),
)

const MOST_NUMBERS = 2000
const several = v.pipe(
  v.array(numberFrom1, 'needs a list of numbers'),
  v.minLength(1, 'needs at least one number'),
  v.maxLength(MOST_NUMBERS, `takes at most ${MOST_NUMBERS} numbers`),
)

/** Null means the same as a missing field. */
const note = v.nullish(text)
const nothing = v.object({})

const ofCard = v.object({
  card: v.pipe(
    text,
    v.nonEmpty('is missing'),
    v.check((path) => !path.includes('\0'), 'cannot be a path'),
  ),
})

export const bodySchemas = {
  'runs/:id/cancel': nothing,
  /** A reason of /reasons; null if the run was not a failure. */
  'runs/:id/correct': v.object({ reason: v.nullable(text), note }),
  'runs/:id/resume': nothing,
  /** A missing field comes from mayday.yaml. */
  'tasks/add': v.object({
    prompt: v.pipe(
      text,
      v.check((prompt) => prompt.trim() !== '', 'is empty'),
    ),
    title: v.nullish(text),
    agent: v.nullish(text),
    flow: v.nullish(text),
    verify: v.nullish(text),
    phase: v.nullish(text),
    attempts: v.nullish(numberFrom1),
    timeoutMinutes: v.nullish(numberFrom1),
    costUsd: v.nullish(v.pipe(v.number('needs a number'), v.minValue(0.01, 'needs a number above 0'))),
  }),
  /** The scheduler outlives the board. */
  'scheduler/start': v.object({ concurrency: v.nullish(numberFrom1) }),
  'scheduler/drain': nothing,
  'scheduler/stop': nothing,
  'scheduler/limit': v.object({ concurrency: numberFrom1 }),
  /** The changes for the retry. Every later prompt contains the hint. The prompt of a card is its file. */
  'tasks/:n/retry': v.object({ hint: v.nullish(text), agent: v.nullish(text), prompt: v.nullish(text) }),
  'tasks/:n/cancel': nothing,
  'tasks/:n/skip': nothing,
  'tasks/:n/done': nothing,
  /** Takes the last skip or done back. */
  'tasks/:n/undo': nothing,
  /**
   * Without a number the newest snapshot is restored. With `others` it also restores files that other tasks have
   * changed since, with `cards` also cards. Without the `confirm` of the RestoreQuestion it is refused with 409 and
   * the code CONFIRM; the message names the files that it would touch.
   */
  'tasks/:n/restore': v.object({
    snapshot: v.nullish(numberFrom1),
    others: v.nullish(flag),
    cards: v.nullish(flag),
    confirm: v.nullish(text),
  }),
  /** A missing field keeps its value from the last enqueue; the default comes from the config. */
  'cards/enqueue': v.object({ ...ofCard.entries, flow: v.nullish(text), agent: v.nullish(text) }),
  'cards/retry': ofCard,
  'cards/cancel': ofCard,
  /** Without `confirm: true` it is refused with 409 and the code CONFIRM; the message says what a reset keeps. */
  'cards/reset': v.object({ ...ofCard.entries, confirm: v.nullish(flag) }),
  /** Acknowledges a failure until it happens again; `unack` takes that back. */
  'failures/:key/ack': v.object({ note }),
  'failures/:key/unack': nothing,
  /** Retries these tasks of the failure, with a hint or another agent. */
  'failures/:key/retry': v.object({ tasks: several, hint: v.nullish(text), agent: v.nullish(text) }),
  /** Corrects the reason of all these runs; null if they were not failures. */
  'runs/correct': v.object({ runs: several, reason: v.nullable(text), note }),
  'escalations/:n/ack': v.object({ note }),
  'escalations/:n/close': v.object({ note }),
  'gates/:key/open': nothing,
  'nodes/:name/drain': nothing,
  'nodes/:name/work': nothing,
}

export type ActionPath = keyof typeof bodySchemas

export type BodyOf<Path extends ActionPath> = Shape<(typeof bodySchemas)[Path]>

const isPath = (path: string): path is ActionPath => Object.hasOwn(bodySchemas, path)

export const actionPaths: readonly ActionPath[] = Object.keys(bodySchemas).filter(isPath)

/** The error names the field and the values that it accepts. */
export function bodyFor<Path extends ActionPath>(path: Path, body: unknown): BodyOf<Path> {
  const schema = bodySchemas[path]
  if (fits<(typeof bodySchemas)[Path]>(schema, body)) return body
  const [issue] = v.safeParse(schema, body, { abortEarly: true }).issues ?? []
  const field = issue === undefined ? null : v.getDotPath(issue)
  const what = issue === undefined || issue.received === 'undefined' ? 'is missing' : issue.message
  throw new RequestError(400, 'BODY', `'${field ?? 'body'}' ${what}.`)
}
