/** What a person writes without Mayday: `agent | tee log; echo $?`. */
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { PointedAgent } from '../../src/testing/index.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import type { CellRun } from './cell.ts'

/** So long a shell loop is waited for once its agent has asked the model. Some would end after minutes, some never. */
export const SHELL_LOOP_MS = 30_000
/** On a busy machine an agent takes its time until it asks. */
const START_MS = 120_000

export type ShellLoop = {
  readonly agent: PointedAgent
  readonly fault: string
  /** What `$?` is behind the pipe, and what the agent's own exit code was. Null: there was no end within the time. */
  readonly codes: { readonly piped: number; readonly own: number } | null
  readonly requests: number
}

/** Line by line what the loop would do, with the agent's own patience and without anybody to stop it. */
const LOOP = '"$@" </dev/null 2>&1 | tee log >/dev/null; codes="$? ${PIPESTATUS[0]}"; echo "$codes"'

export async function runShellLoop({
  agent,
  script,
  mayDoAll = true,
  env = {},
}: CellRun): Promise<Pick<ShellLoop, 'codes' | 'requests'>> {
  await using rig = await agentRig({ agents: [agent], script, mayDoAll })
  const codes = await codesOf(rig, rig.command(agent, 'Say hello.'), { ...rig.env, ...env })
  return { codes, requests: rig.server.requests.length }
}

async function codesOf(
  rig: AgentRig,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ShellLoop['codes']> {
  const loop = spawn('bash', ['-c', LOOP, 'bash', ...command], {
    cwd: rig.project.path,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  loop.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = new Promise<void>((resolve, reject) => {
    loop.on('error', reject)
    loop.on('close', () => resolve())
  })
  const isTooLong = (await isLonger(START_MS, ended, asked(rig))) || (await isLonger(SHELL_LOOP_MS, ended))
  if (isTooLong) await rig.killAll()
  const [piped, own] = printed.trim().split(' ').map(Number)
  return isTooLong || piped === undefined || own === undefined ? null : { piped, own }
}

const asked = ({ server }: AgentRig): Promise<unknown> => server.waitFor(() => true)

/** Does all of this take longer than so long? */
async function isLonger(ms: number, ...waits: readonly Promise<unknown>[]): Promise<boolean> {
  const over = new AbortController()
  const limit = pause(ms, true, { signal: over.signal }).catch(() => true)
  const found = await Promise.race([...waits.map((wait) => wait.then(() => false)), limit])
  over.abort()
  return found
}
