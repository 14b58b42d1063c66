import type { Notes } from '../notes.ts'
import type { What } from '../signal.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { tools } from './tools.ts'

/** One expression for all cues, so that a line nobody wants costs one look. */
const ANY_CUE = new RegExp(tools.map((tool) => tool.cue.source).join('|'), tools.some((t) => t.cue.flags.includes('i')) ? 'i' : '')

type OpenTool = { readonly tool: ToolReader; readonly reader: ReturnType<ToolReader['open']>; shown: boolean }

/** Shows each line to the tool readers that want it, and notes what they find. */
export class ToolDesk {
  readonly #notes: Notes
  readonly #open: readonly OpenTool[]
  /** What was found, by tool: enough to tell what kind of output this is. */
  readonly seen: { readonly by: string; readonly what: What }[] = []

  constructor(notes: Notes) {
    this.#notes = notes
    this.#open = tools.map((tool) => ({ tool, reader: tool.open(), shown: false }))
  }

  show(line: string): void {
    if (!ANY_CUE.test(line)) return
    for (const open of this.#open) {
      if (!open.tool.cue.test(line)) continue
      open.shown = true
      this.#note(open.tool, open.reader.line(line), line)
    }
  }

  end(): void {
    for (const { tool, reader, shown } of this.#open) if (shown) this.#note(tool, reader.end?.() ?? null, '')
  }

  #note(tool: ToolReader, finding: Finding | null, line: string): void {
    if (finding === null) return
    this.seen.push({ by: tool.name, what: finding.what })
    if (this.seen.length > 2000) this.seen.splice(0, 1000)
    this.#notes.add({
      source: 'tool',
      what: finding.what,
      message: finding.message ?? line,
      needle: line,
      detail: { ...finding.detail, by: tool.name },
    })
  }
}

