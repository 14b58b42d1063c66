/** What makes a real agent ask a model server instead of its provider. */
export type AgentSettings = {
  readonly env: Readonly<Record<string, string>>
  /** Behind the agent's other arguments; for Codex behind `exec`. */
  readonly args: readonly string[]
  /** Files below the agent's HOME, which should be a folder of the test's own. */
  readonly files: Readonly<Record<string, string>>
}

/** The settings of one agent for the model server at a URL. */
export type TestSettings = (url: string) => Partial<AgentSettings>

/** No provider ever sees it. */
export const KEY = 'test-key'
export const MODEL = 'scripted-model'
