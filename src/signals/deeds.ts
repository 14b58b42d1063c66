import { clip } from './place.ts'

/** More characters are kept than shown, so that a secret is redacted before it is cut. */
const KEPT_CHARS = 1000
const MOST_ACTIONS = 20
const MOST_OPEN_TOOLS = 1000
const MOST_FILES = 100

/**
 * Records what an agent did: its last actions, its unfinished tools, the files it touched. Nothing here is redacted.
 */
export class Deeds {
  #actions: string[] = []
  readonly #files = new Set<string>()
  readonly #openTools = new Map<string, string>()

  /** Adds a command or an edit, in a few words. */
  act(action: string): void {
    this.#actions.push(clip(action, KEPT_CHARS))
    if (this.#actions.length > 2 * MOST_ACTIONS) this.#actions = this.#actions.slice(-MOST_ACTIONS)
  }

  touch(path: string): void {
    if (path !== '' && this.#files.size < MOST_FILES) this.#files.add(path)
  }

  startTool(id: string, action: string): void {
    this.#openTools.set(id, clip(action, KEPT_CHARS))
    this.act(action)
    if (this.#openTools.size > MOST_OPEN_TOOLS)
      this.#openTools.delete(this.#openTools.keys().next().value ?? '')
  }

  finishTool(id: string): void {
    this.#openTools.delete(id)
  }

  finishAllTools(): void {
    this.#openTools.clear()
  }

  get inTool(): boolean {
    return this.#openTools.size > 0
  }

  /** The last started tool that has not finished. */
  get openTool(): string | null {
    return [...this.#openTools.values()].at(-1) ?? null
  }

  get last(): string | undefined {
    return this.#actions.at(-1)
  }

  get lastActions(): readonly string[] {
    return this.#actions.slice(-MOST_ACTIONS)
  }

  get files(): readonly string[] {
    return [...this.#files]
  }
}
