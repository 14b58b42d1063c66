import { rowOf } from './policy.ts'

/** How to log in again, where the agent has a command for it. */
const LOGIN: Readonly<Record<string, string>> = {
  claude: 'claude, then /login',
  codex: 'codex login',
  copilot: 'copilot, then /login',
  gemini: 'gemini, then /auth',
  goose: 'goose configure',
  opencode: 'opencode auth login',
  qwen: 'qwen, then /auth',
}

/** Whom and what an escalation is about. */
export type About = {
  readonly reason: string
  readonly agent: string
  readonly task: number
  readonly run: number
  readonly gateKey: string | null
}

const loginOf = (agent: string): string =>
  Object.hasOwn(LOGIN, agent) ? `${LOGIN[agent]}` : `log in again, as ${agent} needs it`

/** Where a person must make a change first, looking at the run comes after it. */
const stepFor = ({ reason, agent, task }: About): string | null =>
  rowOf(reason).firstStep?.replace('{login}', loginOf(agent)).replace('{task}', String(task)) ?? null

/** Commands to type, the best first. */
export function actionsFor(about: About): readonly string[] {
  const first = stepFor(about)
  return [
    ...(first === null ? [] : [first]),
    `mayday show ${about.run}`,
    // Opened by hand it lets one run try; the rest follows by itself.
    ...(about.gateKey === null ? [] : [`mayday wait --open ${about.gateKey}`]),
    `mayday retry ${about.run}`,
    `mayday skip ${about.task}`,
  ]
}
