import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'
import type { Item } from '../../signals/item.ts'
import type { Notes } from '../../signals/notes.ts'

/** The bound for broken files. */
const MOST = 1000

/** Tools that wait for the user in every mode. */
const QUESTIONS = /^(?:AskUserQuestion|ExitPlanMode)$/
/** Tools that never ask. */
const FREE =
  /^(?:Read|Glob|Grep|LS|NotebookRead|ToolSearch|Todo\w*|Task\w*|Agent|BashOutput|KillShell|EnterPlanMode|ListMcpResources\w*)$/
const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/

const asks = (tool: string, mode: string): boolean => {
  if (QUESTIONS.test(tool)) return true
  if (FREE.test(tool)) return false
  return mode === 'default' || mode === 'plan' || (mode === 'acceptEdits' && !EDITS.test(tool))
}

/**
 * The permission prompts of an interactive session. The file has no line for a prompt: it names the mode, and ends
 * with a call without an answer. A call that reports progress was allowed.
 */
export class ClaudePrompts {
  readonly #notes: Notes
  readonly #open = new Map<string, { readonly tool: string; readonly mode: string; readonly item: Item }>()
  #mode = ''

  constructor(notes: Notes) {
    this.#notes = notes
  }

  read(line: JsonObject): void {
    this.#mode = text(line['permissionMode']) || this.#mode
    if (line['type'] === 'progress')
      this.#open.delete(text(line['toolUseID']) || text(line['parentToolUseID']))
    for (const part of objects(object(line['message'])['content'])) {
      if (part['type'] === 'tool_result') this.answered(text(part['tool_use_id']))
      if (part['type'] === 'tool_use' && isInteractive(line)) this.#called(part)
    }
  }

  /** The result of a call came. */
  answered(id: string): void {
    this.#open.delete(id)
  }

  #called(part: JsonObject): void {
    const tool = text(part['name'])
    if (this.#mode === '' || !asks(tool, this.#mode) || this.#open.size >= MOST) return
    this.#open.set(text(part['id']), { tool, mode: this.#mode, item: this.#notes.item })
  }

  /** Called at the end of the file. The session ended at the calls that still wait. */
  end(): void {
    const last = [...this.#open.values()].at(-1)
    if (last === undefined) return
    const { tool, mode, item } = last
    this.#notes.reading(item)
    const message = `${tool} waits for a person's permission (permission mode ${mode})`
    this.#notes.typed('permission-open', message, {}, `"name":"${tool}"`)
  }
}

/** Headless sessions (`-p`, an SDK) have no user to ask. */
const isInteractive = (line: JsonObject): boolean =>
  'parentUuid' in line && line['isSidechain'] !== true && !text(line['entrypoint']).startsWith('sdk')
