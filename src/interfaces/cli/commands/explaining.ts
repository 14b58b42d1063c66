import { stages } from '../../../reasons/stages.ts'
import type { Command } from '../command.ts'
import { dialect, json } from './shared-options.ts'

export const explaining: readonly Command[] = [
  {
    name: 'explain',
    summary: 'say why a run failed, with the line that proves it',
    usage: 'mayday explain [options] FILE | -',
    options: [
      {
        name: 'stage',
        value: 'STAGE',
        help: `the stage of the run that printed the output: ${stages.join(', ')}`,
      },
      { name: 'exit-code', value: 'N', help: 'the exit code of the process, as a shell reports it' },
      { name: 'signal', value: 'NAME', help: 'the signal that ended the process, e.g. SIGKILL' },
      {
        name: 'agent',
        value: 'NAME',
        help: "read the output as this agent's (claude, codex, gemini, …); default: found from the output",
      },
      {
        name: 'good',
        value: 'LOG',
        isList: true,
        help: 'the log of a run of the same job that went well (may be repeated): what is new since then is where to look',
      },
      {
        name: 'ask',
        value: 'AGENT',
        help: 'ask claude, codex or gemini where the verdict is open; sends a redacted excerpt to its provider, which may cost money',
      },
      {
        name: 'ask-timeout',
        value: 'DURATION',
        help: 'stop the asked agent after this long; default 2m',
      },
      { name: 'check', help: 'exit with 0 after a success, 1 after a failure, 4 if neither is proven' },
      json,
    ],
    examples: [
      'mayday explain run.log',
      'claude -p "…" --output-format stream-json --verbose | mayday explain -',
      'mayday explain --stage setup --exit-code 124 setup.log',
      'mayday explain --good last-green.log failed.log',
      'mayday explain --json transcript.jsonl',
      'mayday explain --ask claude ci.log',
    ],
    load: async () => (await import('../explain.ts')).runExplain,
  },
  {
    name: 'reasons',
    summary: 'list all reasons for a failure, with their meaning and what to do',
    usage: 'mayday reasons [options] [REASON]',
    options: [dialect, json],
    examples: ['mayday reasons', 'mayday reasons USAGE_LIMIT', 'mayday reasons --dialect bench --json'],
    load: async () => (await import('../reasons.ts')).runReasons,
  },
]
