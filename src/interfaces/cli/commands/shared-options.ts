import { dialectNames } from '../../../reasons/dialects/dialects.ts'
import type { Option } from '../command.ts'

export const json: Option = { name: 'json', help: 'print JSON (documented in docs/cli-json.md)' }

export const dialect: Option = {
  name: 'dialect',
  value: 'NAME',
  help: `show the reasons in another vocabulary: ${dialectNames.join(', ')}`,
}

export const compare: readonly Option[] = [
  {
    name: 'compare',
    help: "if tests of --verify fail, run it once at the task's start too: tell new failures from old and flaky ones",
  },
  { name: 'no-compare', help: 'do not compare failing tests (default)' },
]

/** Limits of one run, beside its `--timeout`. */
export const runLimits: readonly Option[] = [
  { name: 'idle', value: 'TIME', help: 'stop a run that makes no progress for this long (default: 10m)' },
  {
    name: 'retrying',
    value: 'TIME',
    help: 'stop a run that retries one failed request for this long (default: no limit; runs of a task: 5m)',
  },
  { name: 'setup-timeout', value: 'TIME', help: 'timeout of the setup command (default: 10m)' },
  {
    name: 'verify-timeout',
    value: 'TIME',
    help: 'timeout of the verify and baseline commands (default: 15m)',
  },
  { name: 'grace', value: 'TIME', help: 'time between SIGTERM and SIGKILL (default: 10s)' },
  {
    name: 'memory',
    value: 'SIZE',
    help: 'maximum memory of the agent and its tools together, e.g. 2g (default: no limit)',
  },
]

/** What all runs of a task together may use. */
export const budget: readonly Option[] = [
  {
    name: 'attempts',
    value: 'N',
    help: "maximum number of attempts (default: 5); failures that are not the agent's fault do not count",
  },
  {
    name: 'wall',
    value: 'TIME',
    help: 'maximum running time of all attempts together, without waits (default: 8h)',
  },
  {
    name: 'tokens',
    value: 'N',
    help: 'maximum number of tokens of all attempts together (default: no limit)',
  },
  {
    name: 'cost-usd',
    value: 'X',
    help: 'maximum cost of all attempts together in US dollars (default: no limit)',
  },
]

/** For every command that executes what mayday.yaml says. */
export const trust: Option = {
  name: 'trust',
  help: 'trust the commands in mayday.yaml and remember it; without this option Mayday asks once (see: mayday trust)',
}

export const fallback: Option = {
  name: 'fallback',
  value: 'AGENT',
  isList: true,
  help: 'the agent to use while the first one is rate limited or down; a list is tried in order: codex,gemini',
}
