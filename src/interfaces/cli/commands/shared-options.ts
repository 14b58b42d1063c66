import { dialectNames } from '../../../reasons/dialects/dialects.ts'
import type { Option } from '../command.ts'

export const json: Option = { name: 'json', help: 'print JSON, the documented contract' }

export const dialect: Option = {
  name: 'dialect',
  value: 'NAME',
  help: `show another vocabulary's words: ${dialectNames.join(', ')}`,
}

/** Limits of one run, beside its `--timeout`. */
export const runLimits: readonly Option[] = [
  { name: 'idle', value: 'TIME', help: 'stop it after so long without progress (10m)' },
  {
    name: 'retrying',
    value: 'TIME',
    help: "stop it after so long in its own retries of a failed request (a task's runs: 5m)",
  },
  { name: 'setup-timeout', value: 'TIME', help: 'stop the setup after so long (10m)' },
  { name: 'verify-timeout', value: 'TIME', help: 'stop verify and baseline after so long (15m)' },
  { name: 'grace', value: 'TIME', help: 'from asking a process to end to killing it (10s)' },
  { name: 'memory', value: 'SIZE', help: 'limit the memory of agent and tools together, e.g. 2g' },
]

/** What all runs of a task together may use. */
export const budget: readonly Option[] = [
  { name: 'attempts', value: 'N', help: 'how many attempts may count (5)' },
  { name: 'wall', value: 'TIME', help: 'how long its runs may take together, without waits (8h)' },
  { name: 'tokens', value: 'N', help: 'how many tokens its runs may use together' },
  { name: 'cost-usd', value: 'X', help: 'how many dollars its runs may cost together' },
]

/** For every command that executes what mayday.yaml says. */
export const trust: Option = {
  name: 'trust',
  help: 'trust what mayday.yaml executes, and remember that; without it a terminal is asked once (see mayday trust)',
}

export const fallback: Option = {
  name: 'fallback',
  value: 'AGENT',
  isList: true,
  help: 'who does it while the agent is limited or down; several: codex,gemini',
}
