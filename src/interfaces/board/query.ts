/** Checks the path and the query of a URL: the schemas of its words. */
import type { Env, MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { parseValue } from '../cli/parse/value-type.ts'
import { since } from '../cli/parse/value-types.ts'
import { RequestError } from './request-error.ts'

type WordsSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** What a client may say: it becomes text in the URL. Null is left out. */
type Word = string | number | boolean | null

type Asked<S extends WordsSchema> = {
  in: { query: { [Name in keyof v.InferInput<S>]?: Word | undefined } }
  out: { query: v.InferOutput<S> }
}

/** Checks the query. An empty word counts as a missing one, and a word that the schema does not know as none. */
export const query =
  <S extends WordsSchema>(schema: S): MiddlewareHandler<Env, string, Asked<S>> =>
  async (c, next) => {
    const words = Object.entries(c.req.query()).filter(([, word]) => word !== '')
    const { success, output, issues } = v.safeParse(schema, Object.fromEntries(words), { abortEarly: true })
    if (!success) throw new RequestError(400, 'QUERY', `'${v.getDotPath(issues[0])}' ${issues[0].message}.`)
    c.req.addValidatedData('query', output)
    await next()
  }

export const word = v.exactOptional(v.string())

type Whole = v.GenericSchema<string, number>

export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): Whole {
  const what = `needs a whole number from ${least} to ${most}`
  return v.pipe(
    v.string(),
    v.regex(/^-?\d{1,16}$/, what),
    v.transform(Number),
    v.minValue(least, what),
    v.maxValue(most, what),
  )
}

/** Only `true` is true. */
export const flag = v.pipe(
  v.optional(v.string(), ''),
  v.transform((word) => word === 'true'),
)

type InstantWord = v.ExactOptionalSchema<v.GenericSchema<string, string>, undefined>

/** `30d` or `2026-01-31` as an instant. */
export const instantOf = (name: string): InstantWord =>
  v.exactOptional(
    v.pipe(
      v.string(),
      v.transform((word) => parseValue(since, word, `'${name}'`)),
    ),
  )

/** Hono would leave a part of a path as it is if it cannot be decoded. */
export const wholePath: MiddlewareHandler = async (c, next) => {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    throw new RequestError(400, 'ADDRESS', 'Invalid percent-encoding in the URL.')
  }
  await next()
}

/** The number in a path. */
export function numberIn(word: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word)
  throw new RequestError(400, 'ADDRESS', `${what} is named by its number.`)
}
