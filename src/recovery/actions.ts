import { rowOf } from './policy.ts'

/** How to log in again, if the agent has a command for it. */
const LOGIN: Readonly<Record<string, string>> = {
  claude: 'claude, then /login',
  codex: 'codex login',
  copilot: 'copilot, then /login',
  gemini: 'gemini, then /auth',
  goose: 'goose configure',
  opencode: 'opencode auth login',
  qwen: 'qwen, then /auth',
}

/** The subject of an escalation. */
export type About = {
  readonly reason: string
  readonly agent: string
  readonly task: number
  readonly run: number
  readonly gateKey: string | null
}

const loginOf = (agent: string): string =>
  Object.hasOwn(LOGIN, agent) ? `${LOGIN[agent]}` : `log in again, as ${agent} needs it`

/** If a person must change something first, that step comes before the look at the run. */
const stepFor = ({ reason, agent, task }: About): string | null =>
  rowOf(reason).firstStep?.replace('{login}', loginOf(agent)).replace('{task}', String(task)) ?? null

/** Commands to type, the best one first. */
export function actionsFor(about: About): readonly string[] {
  const first = stepFor(about)
  return [
    ...(first === null ? [] : [first]),
    `mayday show ${about.run}`,
    // A person who opens the gate lets one run try. If it works, the rest follows automatically.
    ...(about.gateKey === null ? [] : [`mayday wait --open ${about.gateKey}`]),
    `mayday retry ${about.run}`,
    `mayday skip ${about.task}`,
  ]
}
