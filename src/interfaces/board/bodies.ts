/**
 * The actions of the board: the path of each action and the schema of its body. Callers other than the page may send
 * wrong bodies; the error then names the wrong field.
 */
import * as v from 'valibot'
import { fits, type Shape } from '../../record/schema.ts'
import { RequestError } from './answer.ts'

const MOST_CHARS = 10_000
const TEXT = `takes a text of at most ${MOST_CHARS} characters`

const text = v.pipe(v.string(TEXT), v.maxLength(MOST_CHARS, TEXT))
const flag = v.boolean('takes true or false')
const numberFrom1 = v.pipe(
  v.number('takes a whole number from 1'),
  v.safeInteger('takes a whole number from 1'),
  v.minValue(1, 'takes a whole number from 1'),
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
  /** A reason of /reasons; null if the run was no failure. */
  'runs/:id/correct': v.object({ reason: v.nullable(text), note }),
  'runs/:id/resume': nothing,
  'tasks/:n/retry': nothing,
  'tasks/:n/cancel': nothing,
  'tasks/:n/skip': nothing,
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
  'escalations/:n/ack': v.object({ note }),
  'escalations/:n/close': v.object({ note }),
  'gates/:key/open': nothing,
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
