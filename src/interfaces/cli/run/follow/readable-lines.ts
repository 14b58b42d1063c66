/**
 * Turns the bytes of a log into readable lines: what the agent said, the tools it called, its errors.
 *
 * R1 The agent's own `story.ts` reads its records. No record makes it throw. R2 A line that is not a record of a known
 * agent is shown unchanged.
 */
import type { StoryItem, StoryTeller } from '../../../../agents/story-item.ts'
import { parseObject } from '../../../../signals/json.ts'
import { plainLine } from '../../../../supervision/screen-text.ts'
import { tellerOf } from '../../../../views/story/find-teller.ts'
import { toolWords } from '../../../../views/story/tool-words.ts'

/** A longer line is printed unparsed in pieces of this size, so that an endless line needs no memory. */
const LONGEST_LINE = 4 * 1024 * 1024

/** A reader for one log. It takes chunks of any size. */
export class ReadableLines {
  readonly #decoder = new TextDecoder('utf-8')
  #open = ''
  /** Null until a record of a known agent was read. */
  #teller: StoryTeller | null = null
  /** The last line of words that arrive in pieces. */
  #words = ''

  push(bytes: Uint8Array): readonly string[] {
    this.#open += this.#decoder.decode(bytes, { stream: true })
    const lines = this.#open.split('\n')
    const last = lines.pop() ?? ''
    this.#open = last.length > LONGEST_LINE ? '' : last
    return [...lines, ...(last.length > LONGEST_LINE ? [last] : [])].flatMap((line) => this.#read(line))
  }

  end(): readonly string[] {
    const rest = this.#open + this.#decoder.decode()
    this.#open = ''
    return [...(rest === '' ? [] : this.#read(rest)), ...this.#endWords()]
  }

  #read(line: string): readonly string[] {
    const items = this.#itemsIn(line)
    if (items !== null) return items.flatMap((item) => this.#show(item))
    return [...this.#endWords(), plainLine(line)]
  }

  /** Null if the line is not a record of an agent. */
  #itemsIn(line: string): readonly StoryItem[] | null {
    const record = line.startsWith('{') ? parseObject(line) : null
    if (record === null) return null
    this.#teller ??= tellerOf([record])
    return this.#teller?.record?.(record) ?? null
  }

  #show(item: StoryItem): readonly string[] {
    if (item.kind !== 'words') return [...this.#endWords(), ...linesOf(item)]
    if (item.joins !== 'text') return [...this.#endWords(), ...plainLines(item.text)]
    const lines = `${this.#words}${item.text}`.split('\n').map(plainLine)
    this.#words = lines.pop() ?? ''
    return lines
  }

  #endWords(): readonly string[] {
    const words = this.#words
    this.#words = ''
    return words === '' ? [] : [words]
  }
}

/** Prompts, thoughts and results are not shown. */
function linesOf(item: StoryItem): readonly string[] {
  switch (item.kind) {
    case 'call': {
      const { verb, target } = toolWords(item.tool, item.input)
      return [plainLine(`→ ${verb} ${target}`)]
    }
    case 'error':
    case 'retry':
      return plainLines(`! ${item.text}`)
    default:
      return []
  }
}

const plainLines = (text: string): string[] => text.trimEnd().split('\n').map(plainLine)
