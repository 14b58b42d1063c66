/**
 * Finds the iterations of a loop in a log.
 *
 * I1 A log is a sequence of runs if one form of heading occurs at least three times, with a rising counter or without
 * a counter. Two are enough if they name the maximum. I2 A counter may restart, because the loop was started again. I3
 * Only an output that begins with such headings is read as a whole, so that other logs cost nothing. I4 If no heading
 * names an iteration and an agent speaks, a heading counts by its form alone. I5 Otherwise a log may contain the runs
 * of a program that appends to it.
 */
import type { Encoding } from '../bytes/encoding.ts'
import type { Block } from '../bytes/line-blocks.ts'
import { linesOf, type Line } from '../bytes/lines.ts'
import { plain } from '../bytes/plain.ts'
import { StepText } from '../ci/step-text.ts'
import { isOpening, openingOf } from './appended-runs.ts'
import { readDecorated, readHeading, type Heading } from './iteration-heading.ts'

const HEAD_BYTES = 64 * 1024
const LEAST_HEADINGS = 3
const LEAST_OF_MANY = 2
/** The least number of runs of a program that appends to its log. Its first line is repeated, so two are enough. */
const LEAST_RUNS = 2
/** The share of headings that may be missing, for a log that two programs write. */
const MOST_ODD = 0.2
/** The least average number of lines in an iteration. Headings without lines are a list. */
const LEAST_LINES = 2

type Found = { readonly counts: (number | null)[]; readonly lines: number[]; ofMany: boolean }

/** The lines of each iteration, in the order of the log. Null if this is not the log of a loop. */
export function iterationsIn(
  blocks: readonly Block[],
  encoding: Encoding,
  isAgents: () => boolean = () => false,
  isDated = false,
): readonly StepText[] | null {
  if (beginsWith(readHeading, blocks, encoding)) {
    const tries = triesIn(readHeading, blocks, encoding)
    if (tries !== null) return tries
  }
  if (beginsWith(readDecorated, blocks, encoding) && isAgents()) {
    const tries = triesIn(readDecorated, blocks, encoding)
    if (tries !== null) return tries
  }
  return appendedIn(blocks, encoding, isDated)
}

/** The runs of a program that appends to its log. */
function appendedIn(
  blocks: readonly Block[],
  encoding: Encoding,
  isDated: boolean,
): readonly StepText[] | null {
  const words = openingOf(blocks, encoding, isDated)
  if (words === null) return null
  const lines = blocks.flatMap((block) => [...linesOf(block, encoding)])
  const starts = lines.flatMap(({ raw }, index) => (isOpening(plain(raw).trimEnd(), words) ? [index] : []))
  return starts.length < LEAST_RUNS || lines.length / starts.length < LEAST_LINES
    ? null
    : textsOf(lines, starts)
}

type ReadHeading = (line: string) => Heading | null

function triesIn(
  read: ReadHeading,
  blocks: readonly Block[],
  encoding: Encoding,
): readonly StepText[] | null {
  const lines = blocks.flatMap((block) => [...linesOf(block, encoding)])
  const starts = startsOf(lines, read)
  return starts === null ? null : textsOf(lines, starts)
}

const textsOf = (lines: readonly Line[], starts: readonly number[]): readonly StepText[] =>
  starts.map((from, index) => textOf(lines.slice(from, starts[index + 1] ?? lines.length)))

function beginsWith(read: ReadHeading, blocks: readonly Block[], encoding: Encoding): boolean {
  const [head] = blocks
  if (head === undefined) return false
  const bytes = head.bytes.subarray(0, HEAD_BYTES)
  for (const line of linesOf({ ...head, bytes }, encoding))
    if (read(plain(line.raw).trimEnd()) !== null) return true
  return false
}

/** The number of characters that are kept of the end of one iteration. */
const KEPT_CHARS = 2 * 1024 * 1024

function textOf(lines: readonly Line[]): StepText {
  const text = new StepText(KEPT_CHARS)
  for (const line of lines) text.add(line, plain(line.raw).trimEnd())
  return text
}

/** The starts of the iterations: the form of heading that is most frequent, and the first one of equals. */
function startsOf(lines: readonly Line[], read: ReadHeading): readonly number[] | null {
  const forms = new Map<string, Found>()
  for (const [index, line] of lines.entries()) {
    const heading = read(plain(line.raw).trimEnd())
    if (heading === null) continue
    const found = forms.get(heading.shape) ?? { counts: [], lines: [], ofMany: true }
    found.ofMany &&= heading.ofMany === true
    found.counts.push(heading.count)
    found.lines.push(index)
    forms.set(heading.shape, found)
  }
  const rows = [...forms.values()].filter((found) => isRow(found, lines.length))
  const best = rows.reduce<Found | null>(
    (most, one) => (most === null || one.lines.length > most.lines.length ? one : most),
    null,
  )
  return best === null ? null : best.lines
}

function isRow({ counts, lines, ofMany }: Found, total: number): boolean {
  const least = ofMany ? LEAST_OF_MANY : LEAST_HEADINGS
  if (lines.length < least || (total - (lines[0] ?? 0)) / lines.length < LEAST_LINES) return false
  const steps = counts.slice(1).map((count, index) => stepOf(counts[index] ?? null, count))
  const odd = steps.filter((step) => step === 'odd').length
  const rises = steps.filter((step) => step === 'rise').length
  return rises >= least - 1 && odd / steps.length <= MOST_ODD
}

/** A heading without a counter counts as the next one. */
function stepOf(before: number | null, now: number | null): 'rise' | 'again' | 'odd' {
  if (before === null || now === null || now === before + 1) return 'rise'
  return now <= 1 || now === before ? 'again' : 'odd'
}
