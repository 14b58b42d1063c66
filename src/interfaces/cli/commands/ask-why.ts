import { stages } from '../../../reasons/stages.ts'
import type { Command } from '../command.ts'
import { json, dialect, trust } from './shared-options.ts'

export const askingWhy: readonly Command[] = [
  {
    name: 'explain',
    group: 'Ask why',
    isCommon: true,
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
    name: 'show',
    group: 'Ask why',
    isCommon: true,
    summary: 'show everything about one run: verdict, evidence, stages, files',
    usage: 'mayday show [options] RUN',
    options: [json],
    examples: ['mayday show 41', 'mayday show 41 --json'],
    load: async () => (await import('../show.ts')).runShow,
  },
  {
    name: 'logs',
    group: 'Ask why',
    summary: 'print the output of a run, with secrets masked',
    usage: 'mayday logs [options] RUN',
    options: [
      { name: 'follow', short: 'f', help: 'follow the output until the run ends' },
      {
        name: 'stage',
        value: 'STAGE',
        help: 'only the output of this stage: setup, baseline, agent or verify',
      },
      { name: 'tail', value: 'N', help: 'only the last N lines' },
      { name: 'json', help: 'print a JSON object for each line' },
    ],
    examples: ['mayday logs 41', 'mayday logs 41 -f --tail 20', 'mayday logs 41 --stage verify'],
    load: async () => (await import('../logs.ts')).runLogs,
  },
  {
    name: 'ask',
    group: 'Ask why',
    summary: 'ask an agent about a run that no rule explains',
    usage: 'mayday ask [options] RUN',
    options: [
      {
        name: 'agent',
        value: 'AGENT',
        help: 'claude, codex or gemini (default: diagnosis.agent in mayday.yaml); a redacted excerpt of the log goes to its provider',
      },
      { name: 'timeout', value: 'DURATION', help: 'stop the agent after this long (default: 2m)' },
      trust,
      json,
    ],
    examples: ['mayday ask 41', 'mayday ask --agent claude 41'],
    load: async () => (await import('../ask.ts')).runAsk,
  },
  {
    name: 'reasons',
    group: 'Ask why',
    summary: 'list all reasons, with their meaning and what to do',
    usage: 'mayday reasons [options] [REASON]',
    options: [dialect, json],
    examples: ['mayday reasons', 'mayday reasons USAGE_LIMIT', 'mayday reasons --dialect bench --json'],
    load: async () => (await import('../reasons.ts')).runReasons,
  },
]
