import { overwrites, plain } from '../../signals/bytes/plain.ts'
import type { Line } from '../../signals/bytes/lines.ts'
import { withoutInvisible } from '../../signals/invisible.ts'

/** A piece of a line as a person sees it, and its offset in the file. */
type Piece = { readonly text: string; readonly byteOffset: number }

/** A line of an excerpt. A long line is shown in pieces. */
export type ShownLine = { readonly number: number; readonly pieces: readonly Piece[] }

/** Words of errors in the output of any tool. They only select lines; the agent interprets them. */
export const TROUBLE: RegExp =
  /error|exception|\b(?:fatal|fail(?:ed|s|ure|ures|ing)?|panic(?:ked)?|traceback|abort(?:ed|ing)?|crash(?:ed)?|killed|denied|refused|rejected|forbidden|unauthori[sz]ed|invalid|missing|unexpected|unable|cannot|can't|could not|not found|no such|no space|out of|timed? ?out|timeout|limit|quota|exceeded|segmentation|oom|exit(?:ed)?\b.{0,12}\b(?:code|status))\b|[❌✗✖✘×]|^E {2,}/i

/** Lines that divide a log into jobs, steps and commands. */
export const STRUCTURE: RegExp =
  /##\[|::(?:group|error|endgroup)|section_(?:start|end):|travis_fold|##teamcity|\[Pipeline\]|^Finished: |^(?:Step \d+\/|#\d+ \[|STEP |Stage |===+ |---+ |> |\$ |\+ )|^\S+\t[^\t]+\t/

/** A longer line is shown in pieces. */
export const WHOLE_CHARS = 500
const PIECE_CHARS = 240
/**
 * A record of an agent may have megabytes. The excerpt shows
 * its beginning, its end and two places with words of errors.
 */
const MOST_TROUBLES = 2
const SCANNED_CHARS = 256 * 1024

/** The line as it is shown in an excerpt. `unit` is the number of bytes per code unit in the file. */
export function shownLine({ raw, offset, number }: Line, unit: 1 | 2): ShownLine {
  if (raw.length <= WHOLE_CHARS) return { number, pieces: [{ text: seen(raw), byteOffset: offset }] }
  const bytesTo = (at: number): number => (unit === 2 ? 2 * at : Buffer.byteLength(raw.slice(0, at)))
  const pieces = [...new Set(startsIn(raw))].map((at) => ({
    text: seen(raw.slice(at, at + PIECE_CHARS)),
    byteOffset: offset + bytesTo(at),
  }))
  return { number, pieces }
}

/** The start offsets of the pieces of a long line. Pieces do not overlap. */
function startsIn(raw: string): readonly number[] {
  const starts = [0]
  const add = (at: number): void => {
    if (at >= (starts.at(-1) ?? 0) + PIECE_CHARS) starts.push(at)
  }
  const every = new RegExp(TROUBLE.source, 'gi')
  for (const { index } of raw.slice(0, SCANNED_CHARS).matchAll(every)) {
    if (starts.length > MOST_TROUBLES) break
    add(index - 40)
  }
  add(raw.length - PIECE_CHARS)
  return starts
}

/** One line as a person sees it: no colours, no control characters, and only the last states of a progress bar. */
export const seen = (raw: string): string =>
  withoutInvisible(overwrites(raw).slice(-3).map(plain).join(' ')).trimEnd().toWellFormed()

export const textOf = ({ pieces }: ShownLine): string => pieces.map(({ text }) => text).join(' … ')
