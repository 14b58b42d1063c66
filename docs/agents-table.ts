import { agents } from '../src/agents/agents.ts'
import type { Agent } from '../src/agents/agent.ts'
import { agentProfiles } from '../src/agents/profiles.ts'

const BEGIN = '<!-- agents: made by `npm run docs` from src/agents/ -->\n'
const END = '<!-- /agents -->'

const HEAD = `| agent | session id | resume | turn limit | model | how Mayday shortens retries | its transcript |
|---|---|---|---|---|---|---|
`

function rowOf({ name, docs }: Agent): readonly string[] {
  const profile = agentProfiles.find((one) => one.name === name)
  if (docs === undefined || profile === undefined) return []
  const { canResume, options } = profile
  const [turns] = options.maxTurns
  const cells = [
    name,
    docs.session,
    canResume ? 'yes' : 'no',
    turns === undefined ? (docs.turnLimit ?? 'none') : `\`${turns}\``,
    options.model.length > 0 ? 'yes' : 'no',
    docs.retries,
    docs.transcript,
  ]
  return [`| ${cells.join(' | ')} |\n`]
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Those of which no more is told. */
function others(): string {
  const names = agents.flatMap(({ name, docs }) => (docs === undefined ? [name] : []))
  const rest = agentProfiles.filter(({ name, canResume }) => names.includes(name) && !canResume)
  const who = rest.length === names.length ? 'They' : listed(rest.map(({ name }) => name))
  return `\nMayday can start and read ${listed(names)}. ${who} cannot resume.\n`
}

/** The page with the table of the agents as their folders tell it. The rest is written by hand. */
export function withAgentsTable(page: string): string {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from < 0 || to < 0) throw new Error('docs/agents.md has lost the place of its table of agents.')
  return `${page.slice(0, from)}${BEGIN}\n${HEAD}${agents.flatMap(rowOf).join('')}${others()}\n${page.slice(to)}`
}
