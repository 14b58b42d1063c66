/** The agents that Mayday knows, by name alone: starting one must not wait until all their readers are loaded. */
export const agentNames: readonly string[] = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'qwen',
  'copilot',
  'goose',
  'aider',
  'mini-swe-agent',
  'openhands',
  'swe-agent',
]

/** Every name that a reader of outputs has, also where it is no agent that can be started. */
export const readerNames: readonly string[] = [...agentNames, 'go-test-json']
