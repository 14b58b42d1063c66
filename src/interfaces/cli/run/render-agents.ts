import { shellWords } from '../../../supervision/shell-words.ts'
import type { AgentRow, Agents } from '../../../views/agents.ts'
import { oneLine, padEnd } from '../screen/columns.ts'
import { styleFor, wrap, type Style } from '../screen/style.ts'
import type { Paper } from '../screen/page.ts'

const ABILITIES: readonly (readonly [keyof AgentRow['can'], string])[] = [
  ['structuredOutput', 'structured output'],
  ['resume', 'resume'],
  ['chooseSession', 'session id set by Mayday'],
  ['model', 'model'],
  ['turnLimit', 'turn limit'],
  ['budget', 'budget'],
  ['permissions', 'permission mode'],
]

export function renderAgents({ agents, default: named }: Agents, page: Paper): string {
  const style = styleFor(page.colour)
  const here = agents.filter(({ path }) => path !== null)
  const missing = agents.filter(({ path }) => path === null).map(({ name }) => name)
  const parts = here.map((agent) => renderAgent(agent, agent.name === named, style, page))
  if (here.length === 0) parts.push('No agent that Mayday knows is on PATH here.')
  if (missing.length > 0) parts.push(style.dim(wrap(`Not installed: ${missing.join(', ')}.`, page.columns)))
  return `${parts.join('\n\n')}\n`
}

const GAP = '            '

function renderAgent(agent: AgentRow, isDefault: boolean, style: Style, { columns }: Paper): string {
  const row = (name: string, text: string): string =>
    `  ${style.dim(padEnd(name, 10))}${wrap(oneLine(text), columns, GAP).trimStart()}`
  const notes = [
    agent.origin === 'project' ? 'from mayday.yaml' : null,
    isDefault ? 'the default here' : null,
    agent.trusted ? null : 'not trusted yet: mayday trust',
  ].filter((note) => note !== null)
  const head = [style.bold(agent.name), agent.version, agent.path, ...notes]
  const faults = Object.entries(agent.fastFaults).map(([name, value]) => `${name}=${value}`)
  const can = ABILITIES.filter(([ability]) => agent.can[ability]).map(([, words]) => words)
  return [
    oneLine(head.filter((word) => word !== null).join('  ')),
    ...(agent.trouble === null
      ? []
      : [style.red(row('broken', `${agent.name} --version fails: ${agent.trouble}`))]),
    row('starts', shellWords(agent.command)),
    row('can', can.length === 0 ? 'nothing known' : can.join(', ')),
    ...(faults.length === 0 ? [] : [row('faults', `show soon by ${faults.join(' ')}`)]),
  ].join('\n')
}
