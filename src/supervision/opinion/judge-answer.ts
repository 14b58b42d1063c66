/**
 * Decides whether an agent's answer counts.
 *
 * J1 The reason is in the table and is not UNKNOWN.
 * J2 The line was shown to the agent.
 * J3 The line contains the quote, without colours and escapes.
 * J4 A line that tells its reader what to answer proves nothing.
 */
import type { Answer } from '../../diagnosis/asked.ts'
import type { Evidence } from '../../diagnosis/explain.ts'
import type { Opinion } from '../../diagnosis/second-opinion.ts'
import { isReason, reasonNames, isUnknown } from '../../reasons/reason.ts'
import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, parseObject, text } from '../../signals/json.ts'
import { EXCERPT_CHARS } from '../../signals/place.ts'
import type { Excerpt } from './excerpt.ts'
import { seen, textOf, type ShownLine } from './shown-line.ts'

export type Judgement = {
  readonly answer: Answer | null
  /** Null if the answer does not count. */
  readonly opinion: Opinion | null
  /** Why the answer does not count. */
  readonly why: string | null
}

/** A shorter quote occurs on many lines by chance. */
const LEAST_QUOTE_CHARS = 8
const MOST_CHARS = 500

export function judgeAnswer(said: string, excerpt: Excerpt, file: string): Judgement {
  const answer = readAnswer(said)
  if (answer === null)
    return { answer, opinion: null, why: 'the answer is not the JSON object that was asked for' }
  const { reason, line } = answer
  const shown = excerpt.lines.find((one) => one.number === line)
  const why = objectionTo(answer, shown)
  if (why !== null || reason === null || !isReason(reason) || shown === undefined)
    return { answer, opinion: null, why }
  return { answer, opinion: { reason, evidence: evidenceFrom(shown, answer.quote, file) }, why: null }
}

/** Null if there is no objection. */
function objectionTo({ reason, line, quote }: Answer, shown: ShownLine | undefined): string | null {
  if (reason === null || !isReason(reason)) return `the reason ${JSON.stringify(reason)} is not in the table`
  if (isUnknown(reason)) return 'it does not know the reason either'
  if (shown === undefined)
    return line === null ? 'it names no line' : `line ${line} is not among the lines that it was shown`
  const whole = comparable(textOf(shown))
  const wanted = comparable(quote)
  if (wanted.length < LEAST_QUOTE_CHARS && wanted !== whole) return 'the quote is too short to prove anything'
  if (pieceWith(shown, quote) === null) return `line ${line} does not contain the quote`
  return speaksToReader(whole) ? `line ${line} tells its reader what to answer, which proves nothing` : null
}

/** The last JSON object in the answer: some agents put a fence or a sentence around it. */
function readAnswer(said: string): Answer | null {
  const whole = said.slice(0, said.lastIndexOf('}') + 1)
  for (const { index } of [...whole.matchAll(/\{/g)].toReversed()) {
    const found = parseObject(whole.slice(index))
    if (found !== null && 'reason' in found) return answerFrom(found)
  }
  return null
}

function answerFrom(found: JsonObject): Answer {
  const line = number(found['line'])
  const short = (value: unknown): string => text(value).slice(0, MOST_CHARS)
  return {
    reason: typeof found['reason'] === 'string' ? short(found['reason']) : null,
    line: line !== undefined && Number.isSafeInteger(line) ? line : null,
    quote: short(found['quote']),
    sentence: seen(short(found['sentence']).replaceAll('\n', ' ')),
  }
}

/** J3. The piece of the line that contains the quote. */
function pieceWith({ pieces }: ShownLine, quote: string): { text: string; byteOffset: number } | null {
  const wanted = comparable(quote)
  const holds = (one: string): boolean => comparable(one).includes(wanted)
  return pieces.find((piece) => holds(piece.text) || holds(unescaped(piece.text))) ?? null
}

/** Joins blanks and removes colours. */
const comparable = (words: string): string => seen(words.replaceAll('\n', ' ')).replaceAll(/\s+/g, ' ').trim()

/** Resolves escapes as a reader of a JSON record would copy it. */
const unescaped = (words: string): string => words.replaceAll(/\\[nrt]/g, ' ').replaceAll(/\\(["\\/])/g, '$1')

const REASON_WORDS = reasonNames.join('|')
const ORDER = /\b(?:ignore|disregard|forget)\b.{0,60}\b(?:instructions?|above|previous|prompt|rules?)\b/i
const DICTATED = new RegExp(
  `(?:\\b(?:answer|respond|reply|report|return|classify|output|conclude)\\b.{0,80}|\\breason\\b["'\\s]{0,4}[:=]\\s{0,4}["']?)\\b(?:${REASON_WORDS})\\b`,
)

/** J4: programs do not print the names of our reasons, and do not instruct a reader. */
const speaksToReader = (line: string): boolean => ORDER.test(line) || DICTATED.test(line)

/** The whole line if it is short, else the piece that contains the quote. */
function evidenceFrom(shown: ShownLine, quote: string, file: string): Evidence {
  const { text: excerpt, byteOffset } = pieceWith(shown, quote) ?? { text: '', byteOffset: 0 }
  return {
    source: 'text',
    file,
    line: shown.number,
    byteOffset,
    excerpt: excerpt.slice(0, EXCERPT_CHARS),
  }
}
