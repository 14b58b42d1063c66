/** The agents that can be pointed at a model server. Only their settings are loaded here, not their readers. */
import { testSettings as claude } from '../agents/claude/test-settings.ts'
import { testSettings as cline } from '../agents/cline/test-settings.ts'
import { testSettings as codex } from '../agents/codex/test-settings.ts'
import { testSettings as copilot } from '../agents/copilot/test-settings.ts'
import { testSettings as droid } from '../agents/droid/test-settings.ts'
import { testSettings as gemini } from '../agents/gemini/test-settings.ts'
import { testSettings as goose } from '../agents/goose/test-settings.ts'
import { testSettings as kilo } from '../agents/kilo/test-settings.ts'
import { testSettings as opencode } from '../agents/opencode/test-settings.ts'
import { testSettings as pi } from '../agents/pi/test-settings.ts'
import { testSettings as qwen } from '../agents/qwen/test-settings.ts'
import type { AgentSettings, TestSettings } from '../agents/test-settings.ts'

export type { AgentSettings }

export const pointedAgents = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'qwen',
  'copilot',
  'goose',
  'droid',
  'kilo',
  'cline',
  'pi',
] as const

export type PointedAgent = (typeof pointedAgents)[number]

const settings: Readonly<Record<PointedAgent, TestSettings>> = {
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  goose,
  droid,
  kilo,
  cline,
  pi,
}

/** The settings that point `agent` at the model server at `url`. */
export const settingsFor = (agent: PointedAgent, url: string): AgentSettings => ({
  env: {},
  args: [],
  files: {},
  ...settings[agent](url),
})
