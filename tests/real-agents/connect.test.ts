/** The plugin in the real agents: installed by their own command, heard, told to the next session, and removed. */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { fault, say, thenAlways, when, type FaultName, type PointedAgent } from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import { story } from './turns.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'

/** Written as nobody's program would, so that a restored file is known from a rewritten one. */
const SETTINGS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  claude: ['.claude/settings.json', '{\n     "includeCoAuthoredBy":false  }\n\n'],
  codex: ['.codex/config.toml', '# mine\nhide_agent_reasoning   =  true\n\n\n'],
  copilot: ['.copilot/settings.json', '{\n     "beep":false  }\n\n'],
}

function writeSettings(rig: AgentRig, agent: string): string {
  const [file = '', text = ''] = SETTINGS[agent] ?? []
  const path = join(rig.env['HOME'] ?? '', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

async function start(rig: AgentRig, agent: PointedAgent, prompt: string): Promise<void> {
  const [program = '', ...args] = rig.command(agent, prompt)
  const child = spawn(program, args, {
    cwd: rig.project.path,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...rig.env, CLAUDE_CODE_MAX_RETRIES: '1' },
    stdio: 'ignore',
  })
  await new Promise((resolve) => child.on('close', resolve))
}

const stateOf = (rig: AgentRig): string => join(rig.env['HOME'] ?? '', '.local/state/mayday')

const heard = (rig: AgentRig): readonly string[] => globSync(join(stateOf(rig), 'heard/*/*.json'))

const title = when({ hasTools: false }, say('A title'))

const faults: readonly (readonly [FaultName, reason: string])[] = [
  ['unauthorized', 'AUTH_FAILED'],
  ['context-too-long', 'CONTEXT_EXHAUSTED'],
]

describe.each(['claude', 'codex', ...(isFull ? (['copilot'] as const) : [])] as const)('%s', (agent) => {
  story('leaves settings as they were after undo', async () => {
    await using rig = await agentRig({ agents: [agent], script: [title] })
    const env = { ...rig.env, MAYDAY_STATE: stateOf(rig) }
    const path = writeSettings(rig, agent)
    const before = readFileSync(path)
    const connected = await rig.project.mayday(['connect', agent], env)
    expect([connected.code, connected.stderr]).toEqual([0, ''])
    expect(readFileSync(path, 'utf8')).toContain('mayday@mayday')
    expect((await rig.project.mayday(['connect'], env)).stdout).toContain('connected for this user')
    const undone = await rig.project.mayday(['connect', agent, '--undo'], env)
    expect([undone.code, undone.stderr]).toEqual([0, ''])
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})

describe.each(faults)('%s', (name, reason) => {
  story('in Claude Code is told to its next session', async () => {
    await using rig = await agentRig({
      agents: ['claude'],
      script: [title, when({ prompt: 'Port the parser' }, thenAlways(fault(name))), say('Done.')],
    })
    const env = { ...rig.env, MAYDAY_STATE: stateOf(rig) }
    expect((await rig.project.mayday(['connect', 'claude'], env)).code).toBe(0)
    await start(rig, 'claude', 'Port the parser to Rust.')
    await until('the hook', () => heard(rig).length > 0)
    await start(rig, 'claude', 'Say hello.')
    const asked = rig.server.requests.filter(({ prompt }) => prompt.includes('Say hello.'))
    const told = /The last session here ended with (\w+)/.exec(JSON.stringify(asked.map(({ body }) => body)))
    expect(told?.[1]).toBe(reason)
    expect(globSync(join(stateOf(rig), 'heard/*/*.told'))).toHaveLength(1)
  })
})
