import type { JsonObject } from '../../signals/bytes/records.ts'
import { number, object, objects, text } from '../../signals/json.ts'
import type { Notes } from '../../signals/notes.ts'

/** Denied calls and background tasks are few. The bound is for broken streams. */
const MOST = 1000

/** The answer mentions a missing permission, in one of several languages. */
const ASKS_PERMISSION =
  /^.{0,200}(?:\bpermis(?:sions?|os?)\b|\bpermissão|\bpermissões|\bautorisation|\bberechtigung|разрешени|权限|許可|권한)|^.{0,120}\b(?:blocked (?:on|by|from)|bloquead[oa]|blockiert|bloquée?)\b/isu

/** The tools of a Claude Code run: which were denied, which worked, which still run after the end. */
export class ClaudeTools {
  readonly #notes: Notes
  readonly #denied = new Set<string>()
  /** Failed results in order, to find out later whether a successful one followed. */
  readonly #failed = new Map<string, number>()
  readonly #tasks = new Map<string, string>()
  #results = 0
  #lastWorked = 0
  #noted = false
  #over = false

  constructor(notes: Notes) {
    this.#notes = notes
  }

  denied(line: JsonObject): void {
    if (this.#denied.size < MOST) this.#denied.add(text(line['tool_use_id']))
    this.#note(text(line['message']) || `${text(line['tool_name'])} was denied`)
  }

  result(part: JsonObject, line: JsonObject): void {
    const id = text(part['tool_use_id'])
    this.#notes.toolFinished(id)
    this.#results += 1
    if (part['is_error'] === true || this.#denied.has(id) || wasDenied(line)) {
      if (this.#failed.size < MOST) this.#failed.set(id, this.#results)
      return
    }
    this.#lastWorked = this.#results
    this.#notes.toolWorked()
  }

  /** Some versions print no line for a denied call and list it only in the result. */
  denials(line: JsonObject, said: string): void {
    const denials = objects(line['permission_denials'])
    const last = denials.at(-1)
    if (last === undefined || this.#noted) return
    const blocked =
      this.#results > 0
        ? denials.some((one) => (this.#failed.get(text(one['tool_use_id'])) ?? 0) > this.#lastWorked)
        : denials.length >= (number(line['num_turns']) ?? 1) - 1 || ASKS_PERMISSION.test(said)
    if (blocked) this.#note(`${text(last['tool_name'])} was denied`, '"permission_denials"')
  }

  /** Background tasks. One that still runs after the result keeps the process alive. */
  task(line: JsonObject): void {
    const id = text(line['task_id'])
    if (line['subtype'] === 'background_tasks_changed' && this.#tasks.size < MOST) {
      for (const task of objects(line['tasks']))
        this.#tasks.set(text(task['task_id']), text(task['description']))
      if (this.#over) this.afterResult()
    }
    // A task that is stopped after the result was running until the process ended.
    const done = line['status'] === 'completed' || line['status'] === 'failed' || !this.#over
    if (line['subtype'] !== 'task_notification' || !done) return
    this.#tasks.delete(id)
    this.#notes.toolFinished(id)
  }

  afterResult(): void {
    this.#over = true
    for (const [id, description] of this.#tasks) this.#notes.toolStarted(id, description)
  }

  #note(message: string, needle?: string): void {
    this.#noted = true
    this.#notes.typed('permission-denied', message, {}, needle)
  }
}

const wasDenied = (line: JsonObject): boolean =>
  objects(line['tool_result_meta']).some((meta) =>
    /^(?:reject|deny)/.test(text(object(meta['permission_decision'])['decision'])),
  )
