/** Reads the plain text of an output when it is complete: roles of lines, markers, tools, statements. */
import type { AgentRouter } from './agents/router.ts'
import type { Line } from './bytes/lines.ts'
import { overwrites, plain } from './bytes/plain.ts'
import { hiddenLines } from './fences.ts'
import { MARKER_NEEDLE } from './markers.ts'
import type { Item, Notes } from './notes.ts'
import { isStatement } from './statements.ts'
import { ToolDesk } from './tools/tool-desk.ts'

/** Only the last statements can decide anything. */
const LAST_STATEMENTS = 400

type Part = { readonly text: string; readonly line: Line }

/** A line as a person sees it; one that was overwritten is several. */
const partsOf = (line: Line): readonly Part[] =>
  overwrites(line.raw).map((part) => ({ text: plain(part).trimEnd(), line }))

export function readText(lines: readonly Line[], router: AgentRouter, notes: Notes): ToolDesk {
  const parts = lines.flatMap(partsOf)
  const texts = parts.map((part) => part.text)
  const hidden = hiddenLines(texts)
  const desk = new ToolDesk(notes, parts.length)
  const statements: Item[] = []
  let before: string | undefined
  router.recogniseText(texts)
  for (const [index, { text, line }] of parts.entries()) {
    const item = {
      raw: text,
      offset: line.offset,
      line: line.number,
      ...(before === undefined ? {} : { before }),
    }
    notes.reading(item)
    if (readLine(text, hidden[index] === true, { router, notes, desk }) && isStatement(text))
      statements.push(item)
    if (statements.length > 2 * LAST_STATEMENTS) statements.splice(0, LAST_STATEMENTS)
    if (text !== '') before = text
  }
  for (const item of statements.slice(-LAST_STATEMENTS)) {
    notes.reading(item)
    notes.add({ source: 'text', what: 'statement', message: item.raw, specific: false })
  }
  return desk
}

/** True where the line was nobody's special business, so that it may count as a statement. */
function readLine(
  text: string,
  shown: boolean,
  { router, notes, desk }: { readonly router: AgentRouter; readonly notes: Notes; readonly desk: ToolDesk },
): boolean {
  if (router.embedded(text)) return false
  const role = router.line(text, shown)
  if (shown || text === '' || role === 'taken' || role === 'fenced') return false
  if (role === 'own') notes.words(text)
  else {
    if (text.includes(MARKER_NEEDLE)) notes.marker(text)
    desk.show(text)
  }
  return true
}
