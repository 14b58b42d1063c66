import type { PointedAgent, Script } from '../../src/testing/index.ts'
import { agentRig } from './agent-rig.ts'

export type Verdict = {
  /** Null: it succeeded. */
  readonly reason: string | null
  /** It ended by itself, or why Mayday stopped it. */
  readonly ending: string
}

/** One agent under one fault. */
export type CellResult = Verdict & {
  readonly agent: PointedAgent
  readonly fault: string
  readonly expected: Verdict
  readonly exitCode: number | null
  readonly ms: number
  readonly requests: number
  readonly leftovers: readonly string[]
}

export type CellRun = {
  readonly agent: PointedAgent
  readonly script: Script
  readonly mayDoAll?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly options?: readonly string[]
}

/** Short, because the faults of a script do not pass; an agent recovers from a short one. */
const LIMITS = ['--timeout', '60s', '--idle', '10s', '--retrying', '7s', '--grace', '2s']

type Seen = Omit<CellResult, 'agent' | 'fault' | 'expected'>

export async function runCell({
  agent,
  script,
  mayDoAll = true,
  env = {},
  options = [],
}: CellRun): Promise<Seen> {
  await using rig = await agentRig({ agents: [agent], script, mayDoAll })
  const args = ['run', '--agent', agent, ...LIMITS, ...options, 'Say hello.']
  const { stderr } = await rig.project.mayday(args, { ...rig.env, ...env })
  const leftovers = rig.leftovers()
  const result = rig.project.result()
  if (result === null) throw new Error(`There is no result: ${stderr}`)
  const { ending, reason, durationMs, exitCode } = result
  return {
    reason,
    ending: ending.kind === 'stopped' ? ending.by : ending.kind,
    exitCode,
    ms: durationMs,
    requests: rig.server.requests.length,
    leftovers,
  }
}
