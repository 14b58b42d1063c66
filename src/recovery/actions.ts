import { isReason, type Reason } from '../reasons/reason.ts'

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

/** What only a person can do about it, before anything is started again. */
const FIRST: Partial<Record<Reason, (about: About) => string>> = {
  AUTH_FAILED: ({ agent }) =>
    Object.hasOwn(LOGIN, agent) ? `${LOGIN[agent]}` : `log in again, as ${agent} needs it`,
  BROKEN_BUILD: ({ task }) => `mayday snapshots ${task}`,
  DISK_FULL: () => 'df -h, then free space: mayday clean removes old logs',
  GIT_CHECKOUT_FAILED: () => 'git status, then put the branch or commit right',
  LAUNCH_REJECTED: () => "put the command or the agent's settings right",
  MODEL_UNAVAILABLE: () => 'choose another model',
  PERMISSION_BLOCKED: () => 'allow the tool, or change the task',
  REFUSED: () => 'look at the prompt',
  SANDBOX_ERROR: () => 'docker info, then start the engine again',
  SETUP_FAILED: () => 'run the setup command by hand and put it right',
  SETUP_TIMEOUT: () => 'run the setup command by hand, or give it more time',
  USAGE_LIMIT: () => 'look at the credit and billing of the account',
}

/** Where a person must make a change first, looking at the run comes after it. */
const stepFor = (about: About): string | undefined =>
  isReason(about.reason) ? FIRST[about.reason]?.(about) : undefined

/** Commands to type, the best first. */
export function actionsFor(about: About): readonly string[] {
  const first = stepFor(about)
  return [
    ...(first === undefined ? [] : [first]),
    `mayday show ${about.run}`,
    // Opened by hand it lets one run try; the rest follows by itself.
    ...(about.gateKey === null ? [] : [`mayday wait --open ${about.gateKey}`]),
    `mayday retry ${about.run}`,
    `mayday skip ${about.task}`,
  ]
}
