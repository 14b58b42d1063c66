/**
 * Makes a source map smaller: only what a stack needs stays. That is the line of each place, so a run of places in the
 * same line is one, and there are no columns, names and sources.
 */

export type SourceMapJson = {
  readonly version: number
  readonly sources: readonly (string | null)[]
  readonly mappings: string
}

export const slimMap = ({ version, sources, mappings }: SourceMapJson): SourceMapJson & { names: [] } => ({
  version,
  sources,
  names: [],
  mappings: slimMappings(mappings),
})

/** Counted from the beginning of the map, but for the column, which counts from the beginning of the line. */
type Place = { column: number; source: number; line: number }

function slimMappings(mappings: string): string {
  const read: Place = { column: 0, source: 0, line: 0 }
  const written: Place = { column: 0, source: 0, line: 0 }
  return mappings
    .split(';')
    .map((line) => {
      read.column = 0
      written.column = 0
      return line === '' ? '' : slimLine(line, read, written)
    })
    .join(';')
}

function slimLine(line: string, read: Place, written: Place): string {
  const kept: string[] = []
  let last = ''
  for (const segment of line.split(',')) {
    const [column = 0, source, sourceLine] = decoded(segment)
    read.column += column
    read.source += source ?? 0
    read.line += sourceLine ?? 0
    const place = source === undefined ? 'none' : `${read.source}:${read.line}`
    if (place === last) continue
    last = place
    kept.push(encodedPlace(read, written, source !== undefined))
  }
  return kept.join(',')
}

/** The column in the source is always 0, so it never changes. */
function encodedPlace(read: Place, written: Place, isMapped: boolean): string {
  const column = encoded(read.column - written.column)
  written.column = read.column
  if (!isMapped) return column
  const rest = [read.source - written.source, read.line - written.line, 0].map(encoded).join('')
  written.source = read.source
  written.line = read.line
  return column + rest
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Numbers in base 64, five bits a digit, the lowest first; the sixth bit says that more follow, the first is the sign. */
function decoded(segment: string): readonly number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit)
    value += (bits & 31) << shift
    shift += 5
    if ((bits & 32) !== 0) continue
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}

function encoded(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const bits = rest & 31
    rest >>= 5
    text += DIGITS[rest > 0 ? bits | 32 : bits] ?? ''
  } while (rest > 0)
  return text
}
