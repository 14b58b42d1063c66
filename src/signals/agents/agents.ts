import type { AgentAdapter } from './adapter.ts'
import { claude } from './claude/claude.ts'
import { codex } from './codex/codex.ts'
import { copilot } from './copilot.ts'
import { gemini } from './gemini/gemini.ts'
import { goTestJson } from './go-test-json.ts'
import { goose } from './goose.ts'
import { opencode } from './opencode.ts'
import { qwen } from './qwen.ts'
import { sweAgent } from './swe-agent.ts'
import { openhands } from './openhands.ts'
import { miniSweAgent } from './mini-swe-agent.ts'
import { aider } from './aider.ts'

/** Every agent Mayday knows by its output. The first that recognises an output reads it. */
export const agents: readonly AgentAdapter[] = [
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  goose,
  aider,
  miniSweAgent,
  openhands,
  sweAgent,
  goTestJson,
]
