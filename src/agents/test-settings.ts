/** Settings that make a real agent use a model server instead of its provider. */
export type AgentSettings = {
  readonly env: Readonly<Record<string, string>>
  /** Appended after the agent's other arguments; for Codex after `exec`. */
  readonly args: readonly string[]
  /** Files below the agent's HOME, which should be a separate folder of the test. */
  readonly files: Readonly<Record<string, string>>
}

/** The settings of one agent for the model server at a URL. */
export type TestSettings = (url: string) => Partial<AgentSettings>

/** No provider ever receives this key. */
export const KEY = 'test-key'
export const MODEL = 'scripted-model'
