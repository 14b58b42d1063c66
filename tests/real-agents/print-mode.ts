/** A real agent in print mode, with the plugin connected, as a person would start it. */
import { spawn } from 'node:child_process'
import type { PointedAgent } from '../../src/testing/index.ts'
import type { AgentRig } from './agent-rig.ts'
import { hookWords } from './plugged.ts'

/** Resolves when it has ended. */
export async function printOnce(rig: AgentRig, agent: PointedAgent, prompt: string): Promise<void> {
  const [program = '', ...args] = rig.command(agent, prompt)
  const child = spawn(program, [...args, ...hookWords(agent)], {
    cwd: rig.project.path,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...rig.env, CLAUDE_CODE_MAX_RETRIES: '1' },
    stdio: 'ignore',
  })
  await new Promise((resolve) => child.on('close', resolve))
}

/** What the requests with this prompt, as the server received them, say of the last session; null for nothing. */
export function toldWith(rig: AgentRig, prompt: string): string | null {
  const asked = rig.server.requests.filter((request) => request.prompt.includes(prompt))
  const bodies = JSON.stringify(asked.map(({ body }) => body))
  return /The last session here ended with (\w+)/.exec(bodies)?.[1] ?? null
}
