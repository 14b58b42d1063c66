/**
 * What is new since the good runs that an output was compared with.
 *
 * E1 A line that also stands in a good run explains nothing: it loses to one that is new. E2 The comparison names no
 * reason, and makes no failure of a success nor the other way round. E3 Where nothing is new it says nothing.
 */
import type { Signal } from '../signals/signal.ts'
import { isContinuation, isStatement } from '../signals/statements.ts'
import type { Candidate } from './diagnosis.ts'
import { ENDS_IN_ERROR, TELLS } from './text-forms.ts'

/** So many new lines are shown where nobody knows why it failed. */
export const SHOWN_LINES = 5

/** A good run has it too. */
export const isOld = ({ newSince }: Signal): boolean => newSince === null

export const isNew = ({ newSince }: Signal): boolean => typeof newSince === 'string'

/** An old candidate ranks behind every new one, whoever says it. */
const BEHIND = 10

/** E1. */
export const authorityOf = ({ authority, signal }: Candidate): number =>
  isOld(signal) ? authority + BEHIND : authority

/** Plain text that stands in a good run is no reason, as long as something else is new (E3). */
export const withoutOldText = (
  candidates: readonly Candidate[],
  signals: readonly Signal[],
): readonly Candidate[] =>
  signals.some(isNew)
    ? candidates.filter(({ signal }) => signal.source !== 'text' || !isOld(signal))
    : candidates

/** The signals among which the proof of a failure is looked for: the new ones, where there are any. */
export const worthLookingAt = (signals: readonly Signal[]): readonly Signal[] =>
  signals.some(isNew) ? signals.filter((signal) => !isOld(signal)) : signals

/**
 * The new lines in the order in which a person should look at them. New lines that stand together are one block: its
 * first line is often the cause and its last one what follows from it. An error that nobody caught comes first, then
 * both ends of the block that is nearest to the end, then the blocks before it.
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

/** Frames of a stack and the like only go on with what was said before. */
const isOwnLine = ({ message }: Signal): boolean => isStatement(message) || !isContinuation(message)

/** So many lines that are not new may stand inside of a block. */
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

/** A block from its first line that reports an error, from its first that speaks of trouble, and from its last. */
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

/** The first of each list, then the second of each, as many as can be shown. */
function inTurn(lists: readonly (readonly Signal[])[]): readonly Signal[] {
  const places = Array.from({ length: 2 * SHOWN_LINES }, (_, place) => place)
  return places.flatMap((place) => lists.flatMap((list) => list.slice(place, place + 1)))
}

function uniqueLines(signals: readonly Signal[]): readonly Signal[] {
  const seen = new Set<number>()
  return signals.filter((one) => !seen.has(lineOf(one)) && seen.add(lineOf(one)))
}
