/** The only list of known agents. Every other list is derived from it. */
import type { Agent } from './agent.ts'
import { aider } from './aider/agent.ts'
import { claude } from './claude/agent.ts'
import { cline } from './cline/agent.ts'
import { codex } from './codex/agent.ts'
import { copilot } from './copilot/agent.ts'
import { droid } from './droid/agent.ts'
import { gemini } from './gemini/agent.ts'
import { goose } from './goose/agent.ts'
import { kilo } from './kilo/agent.ts'
import { miniSweAgent } from './mini-swe-agent/agent.ts'
import { opencode } from './opencode/agent.ts'
import { openhands } from './openhands/agent.ts'
import { pi } from './pi/agent.ts'
import { qwen } from './qwen/agent.ts'
import { sweAgent } from './swe-agent/agent.ts'

/** The first agent that recognises an output reads it. */
export const agents: readonly Agent[] = [
  claude,
  codex,
  gemini,
  opencode,
  qwen,
  copilot,
  goose,
  pi,
  droid,
  kilo,
  cline,
  aider,
  miniSweAgent,
  openhands,
  sweAgent,
]
