/**
 * Finds the Failure Context in a markdown file. A line inside a fence, a comment or preformatted HTML is never a
 * heading. A heading of the same name with other text below it does not belong to Mayday.
 */
import { SECTION_LINE } from './section.ts'

/** From the heading to the next heading of its rank, or to the end. */
export type Stretch = { readonly from: number; readonly to: number }

export type Found = {
  readonly sections: readonly Stretch[]
  /** The file ends inside a fence or comment, which would contain everything that is added. */
  readonly endsOpen: boolean
}

type Line = { readonly at: number; readonly text: string; readonly isText: boolean }

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const HTML = /^ {0,3}(?:(<!--)|<(?:pre|script|style|textarea)(?=[\s>]|$))/i
const HTML_END = /<\/(?:pre|script|style|textarea)>/i

const OURS = /^ {0,3}## +Failure Context[ \t]*(?:#+[ \t]*)?$/
const HEADING = /^ {0,3}#{1,2}(?:[ \t]|$)/
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/
const PHASE_HEADING = /^ {0,3}### Phase /
/** Lines that no underline turns into a heading. */
const NO_PARAGRAPH = /^\s*$|^ {0,3}(?:#{1,6}(?:\s|$)|[-*+]\s|\d+[.)]\s|>)|^\s+\*\*/

export function findSections(text: string): Found {
  const lines: Line[] = []
  const endsOpen = readLines(text, lines)
  const sections: Stretch[] = []
  for (const [index, line] of lines.entries()) {
    if (!line.isText || !OURS.test(line.text)) continue
    const end = firstFrom(index + 1, lines, (_, later) => startsSection(lines, later))
    const body = lines.slice(index + 1, end)
    if (isOurs(body)) sections.push({ from: line.at, to: lines[end]?.at ?? text.length })
  }
  return { sections, endsOpen }
}

/** Starts at a line, so that a long file is not read again for each paragraph. */
function firstFrom(
  start: number,
  lines: readonly Line[],
  isIt: (line: Line, index: number) => boolean,
): number {
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index]
    if (line !== undefined && isIt(line, index)) return index
  }
  return lines.length
}

/** Text in the form that Mayday writes, its first lines, or nothing. */
function isOurs(body: readonly Line[]): boolean {
  const first = body.find(({ text }) => text.trim() !== '')
  return first === undefined || first.text.trim() === SECTION_LINE || PHASE_HEADING.test(first.text)
}

/** A heading of rank one or two, underlined ones included. */
function startsSection(lines: readonly Line[], index: number): boolean {
  const line = lines[index]
  if (line === undefined || !line.isText) return false
  if (HEADING.test(line.text)) return true
  if (!isParagraph(line) || isParagraph(lines[index - 1])) return false
  const end = firstFrom(index + 1, lines, (one) => !isParagraph(one))
  // In a paragraph, only the last line can be underlined. A line of hyphens alone is not a paragraph.
  const under = lines[end]
  return under !== undefined && under.isText && UNDERLINE.test(under.text)
}

const isParagraph = (line: Line | undefined): boolean =>
  line !== undefined && line.isText && !NO_PARAGRAPH.test(line.text) && !UNDERLINE.test(line.text)

/** Separates text from code and comments. True if the last block is still open. */
function readLines(text: string, lines: Line[]): boolean {
  let isClosedBy: ((line: string) => boolean) | null = null
  for (const { 0: whole, index: at } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (whole === '') continue
    const line = bare(whole, at)
    if (isClosedBy !== null) {
      lines.push({ at, text: line, isText: false })
      if (isClosedBy(line)) isClosedBy = null
      continue
    }
    isClosedBy = opened(line)
    lines.push({ at, text: line, isText: isClosedBy === null })
    // A comment may end on the line on which it starts.
    if (isClosedBy !== null && !FENCE.test(line) && isClosedBy(line)) isClosedBy = null
  }
  return isClosedBy !== null
}

/** Without its line break. A byte order mark (as a character, or as bytes) may come before the first line. */
const bare = (whole: string, at: number): string =>
  (at === 0 ? whole.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, '') : whole).replace(/[\r\n]+$/, '')

/** The block that a line opens, as the test for the line that closes it. */
function opened(line: string): ((line: string) => boolean) | null {
  const [, fence, info = ''] = FENCE.exec(line) ?? []
  if (fence !== undefined && !(fence.startsWith('`') && info.includes('`'))) {
    const closing = new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}[ \\t]*$`)
    return (later) => closing.test(later)
  }
  const html = HTML.exec(line)
  if (html === null) return null
  return html[1] === undefined ? (later) => HTML_END.test(later) : (later) => later.includes('-->')
}
