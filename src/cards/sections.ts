/** The sections of a card's body: under a heading (`## History`) or under a label on a separate line (`History:`). */
import { readLines, type Line, type Lines } from './markdown-lines.ts'

export type Section = {
  readonly kind: 'heading' | 'label'
  /** In lower case. */
  readonly name: string
  /** As it is written. */
  readonly title: string
  /** The text after a label on its line. */
  readonly inline: string
  /** Its lines, without the heading. Indexes of `Body.lines`. */
  readonly from: number
  readonly to: number
}

export type Body = Lines & { readonly sections: readonly Section[] }

type Head = Omit<Section, 'to'> & { readonly rank: number; readonly at: number }

const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/
const NO_PARAGRAPH =
  /^\s*$|^ {4}|^ {0,3}(?:#{1,6}(?:\s|$)|[-*+](?:\s|$)|\d{1,9}[.)]\s|>)|^ {0,3}(?:=+|-+)[ \t]*$/
/** `History:`, also in bold. Only a summary may have text after its label. */
const KNOWN_LABEL =
  /^(?:\*\*|__)?(summary|acceptance criteria|notes|history)(?::(?:\*\*|__)?|(?:\*\*|__):)[ \t]*(.*)$/i
const ANY_LABEL = /^(?:\*\*|__)?(\p{Lu}[\p{L}\p{N} /&'’-]{0,60})(?::(?:\*\*|__)?|(?:\*\*|__):)[ \t]*$/u

/** A label ranks below every heading. */
const LABEL_RANK = 7

export function readBody(text: string, from: number): Body {
  const read = readLines(text, from)
  const heads = read.lines.flatMap((_, index) => headAt(read.lines, index) ?? [])
  const sections = heads.map((head, index) => ({
    ...head,
    to: endOf(head, heads.slice(index + 1), read.lines),
  }))
  return { ...read, sections }
}

function headAt(lines: readonly Line[], index: number): Head | null {
  const line = lines[index]
  if (line?.isText !== true) return null
  const [, marks, title = ''] = ATX.exec(line.text) ?? []
  if (marks !== undefined) return headingAt(index, { title, rank: marks.length, from: index + 1 })
  return underlinedAt(lines, index) ?? labelAt(line.text, index)
}

const headingAt = (at: number, head: Pick<Head, 'title' | 'rank' | 'from'>): Head => ({
  ...head,
  kind: 'heading',
  name: nameOf(head.title),
  inline: '',
  at,
})

function nameOf(title: string): string {
  const name = title.replaceAll(/[*_]{2}/g, '').trimEnd()
  return (name.endsWith(':') ? name.slice(0, -1).trimEnd() : name).toLowerCase()
}

function underlinedAt(lines: readonly Line[], index: number): Head | null {
  const [line, under] = [lines[index], lines[index + 1]]
  if (!isParagraph(line) || isParagraph(lines[index - 1]) || under?.isText !== true) return null
  const [, marks] = UNDERLINE.exec(under.text) ?? []
  if (line === undefined || marks === undefined) return null
  return headingAt(index, { title: line.text.trim(), rank: marks.startsWith('=') ? 1 : 2, from: index + 2 })
}

const isParagraph = (line: Line | undefined): boolean =>
  line?.isText === true && !NO_PARAGRAPH.test(line.text)

function labelAt(text: string, index: number): Head | null {
  const [, known, inline = ''] = KNOWN_LABEL.exec(text) ?? []
  const isKnown = known !== undefined && (inline === '' || known.toLowerCase() === 'summary')
  const title = isKnown ? known : ANY_LABEL.exec(text)?.[1]
  if (title === undefined) return null
  return { kind: 'label', title, name: nameOf(title), inline, from: index + 1, rank: LABEL_RANK, at: index }
}

/**
 * A section under a heading contains lower headings and unknown labels. A section under a label ends at the next
 * heading or label.
 */
function endOf(head: Head, later: readonly Head[], lines: readonly Line[]): number {
  const next = later.find(
    ({ kind, rank, name }) => rank <= head.rank || (kind === 'label' && KNOWN_LABEL.test(`${name}:`)),
  )
  return next?.at ?? lines.length
}

export const findSection = ({ sections }: Body, name: string): Section | undefined =>
  sections.find((section) => section.name === name)
