/** The environment variables that select the account of each agent. If none is set, the agent uses its stored login. */
const ACCOUNT_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  claude: [
    'ANTHROPIC_API_KEY',
    'ANTHROPIC_AUTH_TOKEN',
    'CLAUDE_CODE_OAUTH_TOKEN',
    'CLAUDE_CONFIG_DIR',
    'ANTHROPIC_BASE_URL',
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
  ],
  codex: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_HOME', 'OPENAI_BASE_URL'],
  gemini: [
    'GEMINI_API_KEY',
    'GOOGLE_API_KEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_PROJECT',
    'GOOGLE_GEMINI_BASE_URL',
  ],
  qwen: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'DASHSCOPE_API_KEY'],
  copilot: ['COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_BASE_URL', 'GH_TOKEN', 'GITHUB_TOKEN'],
}

/** Any other agent may use any provider. */
const ALL_VARIABLES: readonly string[] = [
  ...new Set([
    ...Object.values(ACCOUNT_VARIABLES).flat(),
    'AZURE_OPENAI_API_KEY',
    'DEEPSEEK_API_KEY',
    'GROQ_API_KEY',
    'LLM_API_KEY',
    'MISTRAL_API_KEY',
    'OPENROUTER_API_KEY',
    'XAI_API_KEY',
  ]),
]

/**
 * A name for the account that a run with this environment would use: twelve digits of a hash, never a value. It is
 * `default` for the stored login of the agent.
 */
export function accountOf(agent: string, env: Readonly<Record<string, string | undefined>>): string {
  const names = Object.hasOwn(ACCOUNT_VARIABLES, agent) ? ACCOUNT_VARIABLES[agent] : ALL_VARIABLES
  const given = (names ?? []).filter((name) => (env[name] ?? '') !== '')
  if (given.length === 0) return 'default'
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256').update('mayday account\0')
  for (const name of given) hash.update(`${name}\0${env[name]}\0`)
  return hash.digest('hex').slice(0, 12)
}
