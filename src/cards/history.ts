/** The History of a card: its items, and the position after the last one. */
import { inert } from '../memory/prompt-context.ts'
import { indentOf, type Line } from './markdown-lines.ts'
import type { Body, Section } from './sections.ts'
import type { Splice } from './splice.ts'

type Item = {
  readonly indent: string
  readonly marker: string
  readonly gap: string
  readonly text: string
  /** The index of its last line. */
  readonly last: number
}

const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+)(.*)$/
/** Lines that end a list without a blank line before them. */
const NO_LAZY_LINE = /^ {0,3}(?:>|(?:[-*_][ \t]*){3,}$)/

/** If there are several, lines are appended to the last one. */
const historyOf = ({ sections }: Body): Section | undefined =>
  sections.findLast(({ name }) => name === 'history')

export function readHistory(body: Body): readonly string[] {
  const section = historyOf(body)
  return section === undefined ? [] : itemsOf(body, section).map(({ text }) => text)
}

function itemsOf({ lines }: Body, { from, to }: Section): readonly Item[] {
  const items: Item[] = []
  let isOpen = false
  for (let index = from; index < to; index += 1) {
    const line = lines[index]
    if (line === undefined || line.text.trim() === '') continue
    const item = itemAt(line, index, items[0])
    const above = items.at(-1)
    if (item !== null) items.push(item)
    else if (above !== undefined && isOpen && goesOn(lines, index))
      items[items.length - 1] = longer(above, line, index)
    else {
      isOpen = false
      continue
    }
    isOpen = true
  }
  return items
}

function itemAt({ text, isText }: Line, last: number, first: Item | undefined): Item | null {
  const [, indent, marker = '', gap = '', said = ''] = (isText ? ITEM.exec(text) : null) ?? []
  if (indent === undefined || NO_LAZY_LINE.test(text)) return null
  // A line that is indented two columns more than the first item is an item of an item.
  if (first !== undefined && indentOf(indent) > indentOf(first.indent) + 1) return null
  return { indent, marker, gap, text: said.trim(), last }
}

/** Whether a line that is not an item continues the item above it. */
function goesOn(lines: readonly Line[], index: number): boolean {
  const [above, line] = [lines[index - 1], lines[index]]
  if (line === undefined) return false
  if (indentOf(line.text) > 1) return true
  if (!line.isText) return above?.isText === false && above.text.trim() !== ''
  return above?.text.trim() !== '' && !NO_LAZY_LINE.test(line.text)
}

/** Only indented lines count as text of the item. */
const longer = (item: Item, line: Line, index: number): Item => ({
  ...item,
  text: line.isText && indentOf(line.text) > 1 ? `${item.text} ${line.text.trim()}`.trim() : item.text,
  last: index,
})

/** The index of a line that opens a block which would contain every appended line. Null if there is none. */
export function swallowedFrom(body: Body): number | null {
  const { openFrom } = body
  if (openFrom === null) return null
  const section = historyOf(body)
  return section !== undefined && section.to <= openFrom ? null : openFrom
}

/** Appends lines as the last items, in the style of the existing list. */
export function spliceHistory(
  text: string,
  { body, eol }: { readonly body: Body; readonly eol: string },
  said: readonly string[],
): readonly Splice[] {
  if (said.length === 0) return []
  const section = historyOf(body)
  if (section === undefined) return [newSection(text, { body, eol }, said)]
  const last = itemsOf(body, section).at(-1)
  const prefix = last ?? { indent: '', marker: '-', gap: ' ' }
  const items = said.map(
    (line, index) => `${prefix.indent}${markerAfter(prefix.marker, index)}${prefix.gap}${inert(line)}`,
  )
  const behind = last?.last ?? lastWritten(body, section)
  // A list starts after a blank line, except directly under a label.
  const isSpaced = last === undefined && !(section.kind === 'label' && behind < section.from)
  return [behindLine(text, body.lines[behind], { lines: isSpaced ? ['', ...items] : items, eol })]
}

/** `3.` is followed by `4.`. */
function markerAfter(marker: string, index: number): string {
  const [, number, sign = ''] = /^(\d+)(.)$/.exec(marker) ?? []
  return number === undefined ? marker : `${Number(number) + index + 1}${sign}`
}

/** The last line of a section that is not blank. The line of its heading if all are blank. */
function lastWritten({ lines }: Body, { from, to }: Section): number {
  const written = lines.slice(from, to).findLastIndex(({ text }) => text.trim() !== '')
  return from + written
}

type New = { readonly lines: readonly string[]; readonly eol: string }

/** A file without a final newline stays without one. */
function behindLine(text: string, line: Line | undefined, { lines, eol }: New): Splice {
  const at = line?.end ?? text.length
  const hasBreak = text.endsWith('\n', at)
  const added = lines.join(eol)
  return { from: at, to: at, text: hasBreak ? added + eol : eol + added }
}

/** At the end of the file. It gets a label if the card uses labels. */
function newSection(
  text: string,
  { body, eol }: { readonly body: Body; readonly eol: string },
  said: readonly string[],
): Splice {
  const hasLabels = body.sections.some(
    ({ kind, name }) => kind === 'label' && /^(?:summary|acceptance criteria|notes)$/.test(name),
  )
  const head = hasLabels ? ['History:'] : ['## History', '']
  const isBlank = /(?:^|\n)[ \t]*\r?\n$/.test(text)
  const lines = [...(isBlank ? [] : ['']), ...head, ...said.map((line) => `- ${inert(line)}`)]
  return behindLine(text, undefined, { lines, eol })
}
