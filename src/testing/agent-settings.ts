/** The settings with which a real agent uses a model server instead of its provider. */
export type AgentSettings = {
  readonly env: Readonly<Record<string, string>>
  /** Appended to the agent's other arguments; for Codex after `exec`. */
  readonly args: readonly string[]
  /** Files below the agent's HOME, which should be a folder that only the test uses. */
  readonly files: Readonly<Record<string, string>>
}

/** No provider ever receives it. */
const KEY = 'test-key'
const MODEL = 'scripted-model'

export const pointedAgents = ['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot', 'goose'] as const

export type PointedAgent = (typeof pointedAgents)[number]

const settings: Readonly<Record<PointedAgent, (url: string) => Partial<AgentSettings>>> = {
  claude: (url) => ({
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  codex: (url) => ({
    env: { SCRIPTED_MODEL_KEY: KEY },
    args: [
      // Newer models get their tools in a custom language, which a script does not know.
      '-c',
      'model="gpt-5.5"',
      // Disables telemetry: without a network it would wait five seconds for it at its end.
      '-c',
      'analytics.enabled=false',
      '-c',
      'model_provider=scripted',
      '-c',
      `model_providers.scripted={name="scripted",base_url="${url}/v1",env_key="SCRIPTED_MODEL_KEY",wire_api="responses"}`,
    ],
  }),
  gemini: (url) => ({
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: KEY },
    files: {
      '.gemini/settings.json':
        '{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false}}\n',
    },
  }),
  opencode: (url) => ({
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: KEY },
            models: { [MODEL]: {} },
          },
        },
      }),
    },
    args: ['-m', `scripted/${MODEL}`],
  }),
  qwen: (url) => ({
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: MODEL },
    files: { '.qwen/settings.json': '{"security":{"auth":{"selectedType":"openai"}}}\n' },
  }),
  copilot: (url) => ({
    env: {
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: KEY,
      COPILOT_MODEL: MODEL,
      COPILOT_OFFLINE: 'true',
    },
  }),
  goose: (url) => ({
    env: {
      GOOSE_PROVIDER: 'openai',
      GOOSE_MODEL: MODEL,
      OPENAI_HOST: url,
      OPENAI_API_KEY: KEY,
      GOOSE_MODE: 'auto',
      GOOSE_DISABLE_KEYRING: '1',
    },
  }),
}

/** The settings that point `agent` at the model server at `url`. */
export const settingsFor = (agent: PointedAgent, url: string): AgentSettings => ({
  env: {},
  args: [],
  files: {},
  ...settings[agent](url),
})
