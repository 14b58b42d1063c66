/**
 * Finds what is new compared with good runs.
 *
 * E1 A line that a good run contains explains nothing: it loses to a new line. E2 The comparison names no reason. It
 * never turns a success into a failure, or a failure into a success. E3 If nothing is new, the comparison has no
 * effect.
 */
import type { Signal } from '../signals/signal.ts'
import { isContinuation, isStatement } from '../signals/statements.ts'
import type { Candidate } from './diagnosis.ts'
import { ENDS_IN_ERROR, TELLS } from './text-forms.ts'

/** The number of new lines that are shown if the cause is unknown. */
export const SHOWN_LINES = 5

/** A good run contains it too. */
export const isOld = ({ newSince }: Signal): boolean => newSince === null

export const isNew = ({ newSince }: Signal): boolean => typeof newSince === 'string'

/** An old candidate ranks behind every new one, from any source. */
const BEHIND = 10

/** The rank of a candidate with E1 applied. */
export const authorityOf = ({ authority, signal }: Candidate): number =>
  isOld(signal) ? authority + BEHIND : authority

/** Plain text that a good run contains is no reason, unless nothing is new (E3). */
export const withoutOldText = (
  candidates: readonly Candidate[],
  signals: readonly Signal[],
): readonly Candidate[] =>
  signals.some(isNew)
    ? candidates.filter(({ signal }) => signal.source !== 'text' || !isOld(signal))
    : candidates

/** The signals that may prove a failure: the new ones, if there are any. */
export const worthLookingAt = (signals: readonly Signal[]): readonly Signal[] =>
  signals.some(isNew) ? signals.filter((signal) => !isOld(signal)) : signals

/**
 * The new lines in the order in which a person should read them. Adjacent new lines are one block: its first line is
 * often the cause and its last line the consequence. An uncaught error comes first, then both ends of the last block,
 * then the earlier blocks.
 */
export function newLinesOf(signals: readonly Signal[]): readonly Signal[] {
  const blocks = blocksOf(signals).toReversed()
  const [nearest, ...others] = [
    ...blocks.filter((block) => block.some(tells)),
    ...blocks.filter((block) => !block.some(tells)),
  ]
  const uncaught = signals.findLast((one) => one.what === 'uncaught' && isNew(one))
  const ordered = inTurn([...endsOf(nearest ?? []), ...others.map(onwards)])
  const all = [...(uncaught === undefined ? [] : [uncaught]), ...ordered, ...(nearest ?? []).toReversed()]
  return uniqueLines(all).slice(0, SHOWN_LINES)
}

/** Stack frames and similar lines only continue an earlier line. */
const isOwnLine = ({ message }: Signal): boolean => isStatement(message) || !isContinuation(message)

/** At most this many old lines may be inside a block. */
const GAP_LINES = 2

const lineOf = ({ at }: Signal): number => at?.line ?? 0

function blocksOf(signals: readonly Signal[]): readonly (readonly Signal[])[] {
  const plain = signals.filter((one) => one.what === 'statement' || one.what === 'new-line')
  const lines = uniqueLines(plain.filter(isNew).toSorted((a, b) => lineOf(a) - lineOf(b)))
  const blocks: Signal[][] = []
  for (const line of lines) {
    const block = blocks.at(-1)
    const last = block?.at(-1)
    if (last !== undefined && lineOf(line) - lineOf(last) <= GAP_LINES + 1) block?.push(line)
    else blocks.push([line])
  }
  return blocks.map((block) => block.filter(isOwnLine))
}

const tells = ({ message }: Signal): boolean => ENDS_IN_ERROR.test(message) || TELLS.test(message)

/** Views of a block: from its first line that reports an error, from its first statement, and from its last line. */
const endsOf = (block: readonly Signal[]): readonly (readonly Signal[])[] => [
  block.slice(Math.max(0, block.findIndex(tells))),
  onwards(block),
  block.filter(tells).toReversed(),
]

const onwards = (block: readonly Signal[]): readonly Signal[] =>
  block.slice(
    Math.max(
      0,
      block.findIndex(({ message }) => isStatement(message)),
    ),
  )

/** The first of each list, then the second of each, up to the number that is shown. */
function inTurn(lists: readonly (readonly Signal[])[]): readonly Signal[] {
  const places = Array.from({ length: 2 * SHOWN_LINES }, (_, place) => place)
  return places.flatMap((place) => lists.flatMap((list) => list.slice(place, place + 1)))
}

function uniqueLines(signals: readonly Signal[]): readonly Signal[] {
  const seen = new Set<number>()
  return signals.filter((one) => !seen.has(lineOf(one)) && seen.add(lineOf(one)))
}
