/** The plugin in the real agents: installed by their own command, called, reported to the next session, and removed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  callTool,
  fault,
  say,
  thenAlways,
  when,
  type FaultName,
  type PointedAgent,
  type Turn,
  type UnansweredRequest,
} from '../../src/testing/index.ts'
import { until } from '../running-mayday.ts'
import { agentRig, type AgentRig } from './agent-rig.ts'
import { envOf, hasNews, plugIn } from './plugged.ts'
import { printOnce, toldWith } from './print-mode.ts'
import { story } from './turns.ts'

const isFull = process.env['REAL_AGENTS_FULL'] === '1'

const agents: readonly PointedAgent[] = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  ...(isFull ? (['copilot'] as const) : []),
]

type Settings = {
  readonly file: string
  /** Written as nobody's program would, so that a restored file is known from a rewritten one. */
  readonly text: string
  /** The file that names the plugin while it is installed, and how. */
  readonly named: readonly [file: string, mark: string]
}

const SETTINGS: Readonly<Record<string, Settings>> = {
  claude: {
    file: '.claude/settings.json',
    text: '{\n     "includeCoAuthoredBy":false  }\n\n',
    named: ['.claude/settings.json', 'mayday@mayday'],
  },
  codex: {
    file: '.codex/config.toml',
    text: '# mine\nhide_agent_reasoning   =  true\n\n\n',
    named: ['.codex/config.toml', 'mayday@mayday'],
  },
  copilot: {
    file: '.copilot/settings.json',
    text: '{\n     "beep":false  }\n\n',
    named: ['.copilot/settings.json', 'mayday@mayday'],
  },
  gemini: {
    file: '.gemini/extensions/extension-enablement.json',
    text: '{\n     "other":{"overrides":["/x/*"]}  }\n\n',
    named: ['.gemini/extensions/extension-enablement.json', '"mayday": {'],
  },
  opencode: {
    file: '.config/opencode/opencode.json',
    text: '{\n     "autoupdate":false  }\n\n',
    named: ['.config/opencode/plugin/mayday.js', 'mayday@mayday'],
  },
}

function writeSettings(rig: AgentRig, agent: string): string {
  const { file = '', text = '' } = SETTINGS[agent] ?? {}
  const path = join(rig.env['HOME'] ?? '', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const title = when({ hasTools: false }, say('A title'))

const STORIES: readonly (readonly [FaultName, reason: string])[] = [
  ['unauthorized', 'AUTH_FAILED'],
  ['context-too-long', 'CONTEXT_EXHAUSTED'],
]

/** It summarizes the conversation and tries again, so that no failure is told at once. */
const COMPACTS: Readonly<Record<string, readonly FaultName[]>> = { opencode: ['context-too-long'] }

/** Gemini CLI calls no hook for a failed request, and its next session deletes the file. So its hook reports on other agents. */
const failingFor = (agent: PointedAgent): PointedAgent => (agent === 'gemini' ? 'claude' : agent)

/** With a plugin and without a network, OpenCode takes minutes to start. */
const isQuick = (agent: PointedAgent): boolean => isFull || agent !== 'opencode'

describe.each(agents)('%s', (agent) => {
  story('leaves settings as they were after undo', async () => {
    await using rig = await agentRig({ agents: [agent], script: [title] })
    const env = envOf(rig)
    const path = writeSettings(rig, agent)
    const before = readFileSync(path)
    const connected = await rig.project.mayday(['connect', agent], env)
    expect([connected.code, connected.stderr]).toEqual([0, ''])
    const [named = '', mark = ''] = SETTINGS[agent]?.named ?? []
    expect(readFileSync(join(rig.env['HOME'] ?? '', named), 'utf8')).toContain(mark)
    expect((await rig.project.mayday(['connect'], env)).stdout).toContain('connected for this user')
    const undone = await rig.project.mayday(['connect', agent, '--undo'], env)
    expect([undone.code, undone.stderr]).toEqual([0, ''])
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(named === SETTINGS[agent]?.file || !existsSync(join(rig.env['HOME'] ?? '', named))).toBe(true)
  })

  if (!isQuick(agent)) return
  for (const [name, reason] of STORIES.filter(([fault]) => !COMPACTS[agent]?.includes(fault)))
    story(`is told that the last session met ${name}`, async () => {
      const failing = failingFor(agent)
      await using rig = await agentRig({
        agents: [...new Set([failing, agent])],
        script: [title, when({ prompt: 'Port the parser' }, thenAlways(fault(name))), say('Done.')],
      })
      for (const one of new Set([failing, agent])) await plugIn(rig, one)
      await printOnce(rig, failing, 'Port the parser to Rust.')
      await until('the hook', () => hasNews(rig))
      await printOnce(rig, agent, 'Say hello.')
      expect(toldWith(rig, 'Say hello.')).toBe(reason)
    })

  // Codex offers tools of servers only by a search of its own, which the model server cannot call.
  if (agent !== 'codex')
    story('calls a tool of the MCP server', async () => {
      await using rig = await agentRig({ agents: [agent], script: callsTool('report_failure') })
      await plugIn(rig, agent)
      await printOnce(rig, agent, 'Give up.')
      const bodies = rig.server.requests.map(({ body }) => JSON.stringify(body))
      expect(bodies.filter((body) => body.includes('[MAYDAY_FAILURE:TESTS_FAILED]'))).not.toHaveLength(0)
    })
})

const GIVE_UP = { reason: 'TESTS_FAILED', words: 'Two tests fail.' }

/** Every agent names the tools of a server in its own way: the name that it offers is called. */
const callsTool =
  (tool: string) =>
  (request: UnansweredRequest): Turn => {
    const body = JSON.stringify(request.body)
    const offered = new RegExp(`"name":"([\\w-]*${tool})"`).exec(body)?.[1]
    // Claude Code only names the tools of servers until the model asks for one.
    const named = new RegExp(`mcp__[\\w-]*${tool}`).exec(body)?.[0]
    if (body.includes('[MAYDAY_FAILURE:')) return say('Done.')
    if (offered !== undefined) return callTool(offered, GIVE_UP)
    if (named !== undefined) return callTool('ToolSearch', { query: `select:${named}`, max_results: 1 })
    return request.tools.length === 0 ? say('A title') : callTool('Bash', { command: 'true' })
  }
