import { fixedColumnsOf } from './policy.ts'

/** The task and run that an escalation is about. */
export type About = {
  readonly reason: string
  readonly agent: string
  /** The command that logs it in again; null if none is known. */
  readonly login: string | null
  readonly task: number
  readonly run: number
  readonly gateKey: string | null
}

/** If a person must make a change first, looking at the run comes second. */
const stepFor = ({ reason, agent, login, task }: About): string | null =>
  fixedColumnsOf(reason)
    .firstStep?.replace('{login}', login ?? `log in to ${agent} again`)
    .replace('{task}', String(task)) ?? null

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
