/** What recovery asks of an agent: whose account it uses, and how a person logs in again. */
export type AgentAccount = {
  /** Where the account can come from, in the agent's environment; null: from any provider's variable. */
  readonly variables: readonly string[] | null
  /** The command that logs in again, as a person types it; null if there is none. */
  readonly login: string | null
}

export type AgentAccounts = ReadonlyMap<string, AgentAccount>

/** Providers that no agent here is bound to. */
const OTHER_VARIABLES: readonly string[] = [
  'AZURE_OPENAI_API_KEY',
  'DEEPSEEK_API_KEY',
  'GROQ_API_KEY',
  'LLM_API_KEY',
  'MISTRAL_API_KEY',
  'OPENROUTER_API_KEY',
  'XAI_API_KEY',
]

/** An agent that is not bound to a provider may use any. */
const allVariables = (accounts: AgentAccounts): readonly string[] => [
  ...new Set([...[...accounts.values()].flatMap(({ variables }) => variables ?? []), ...OTHER_VARIABLES]),
]

/**
 * A name for the account that a run with this environment would use: twelve digits of a hash, never a value. It is
 * `default` for the stored login of the agent.
 */
export function accountOf(
  agent: string,
  env: Readonly<Record<string, string | undefined>>,
  accounts: AgentAccounts,
): string {
  const names = accounts.get(agent)?.variables ?? allVariables(accounts)
  const given = names.filter((name) => (env[name] ?? '') !== '')
  if (given.length === 0) return 'default'
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256').update('mayday account\0')
  for (const name of given) hash.update(`${name}\0${env[name]}\0`)
  return hash.digest('hex').slice(0, 12)
}
