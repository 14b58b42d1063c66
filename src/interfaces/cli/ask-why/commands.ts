import { constants } from 'node:os'
import { stages, type RunStage } from '../../../reasons/stages.ts'
import { askerNames, readerNames } from '../../../agents/names.ts'
import { formats } from '../../../views/formats.ts'
import { command, type CommandGroup } from '../command.ts'
import { flag, list, one, option, optional, optionOr } from '../parse/option.ts'
import type { ValueType } from '../parse/value-type.ts'
import {
  agent,
  choice,
  count,
  durationFrom,
  path,
  reason,
  run,
  since,
  text,
  wordFor,
} from '../parse/value-types.ts'
import { reportFormat } from '../parse/report-format.ts'
import { dialect, json, trust } from '../parse/shared-options.ts'

const askable = `${askerNames.slice(0, -1).join(', ')} or ${askerNames.at(-1)}`

/** A slow model has enough time, and a user need not wait longer. */
const ASK_TIMEOUT_MS = 2 * 60 * 1000

const askTimeout = durationFrom(1000, 60 * 60 * 1000)

const exitCode: ValueType<number> = {
  ...count(-64, 255),
  takes: 'a number from 0 to 255 (or a negative signal number)',
}

const signal: ValueType<string> = {
  sign: 'NAME',
  takes: 'the name of a signal like SIGKILL or TERM',
  read: (word) => {
    const name = `SIG${word.toUpperCase().replace(/^SIG/, '')}`
    return Object.hasOwn(constants.signals, name) ? name : undefined
  },
  show: String,
  known: Object.keys(constants.signals),
}

/** `-` is refused, because standard input is the log to explain. */
const goodLog: ValueType<string> = {
  ...path('LOG', 'the name of a log'),
  read: (word) => (word === '-' || word === '' ? undefined : word),
}

/** A stage by the name of its option, or by its own name. */
const runStage: ValueType<RunStage> = wordFor('STAGE', {
  git_clone: 'git_clone',
  git_checkout: 'git_checkout',
  setup: 'setup',
  baseline: 'baseline_run',
  baseline_run: 'baseline_run',
  agent: 'agent_run',
  agent_run: 'agent_run',
  verify: 'final_test',
  final_test: 'final_test',
})

const storyFlag = flag('show what the agent was asked, said and did, turn by turn')
const storyFrom = option(
  text('PLACE'),
  "with --story: start at this place, the value of 'next' in the previous part (--json)",
)

export const askingWhy: CommandGroup = {
  title: 'Ask why',
  commands: [
    command({
      name: 'explain',
      isCommon: true,
      isAnywhere: true,
      summary: 'say why a run failed, with the line that proves it',
      format: 'mayday.explain/2',
      options: {
        stage: option(
          choice('STAGE', stages),
          `the stage of the run that printed the output: ${stages.join(', ')}`,
        ),
        exitCode: option(exitCode, 'the exit code of the process, as a shell reports it'),
        signal: option(signal, 'the signal that ended the process, e.g. SIGKILL'),
        agent: option(
          choice('NAME', readerNames),
          "read the output as this agent's, e.g. claude, codex or gemini",
          { otherwise: 'detected from the output' },
        ),
        good: list(goodLog, 'the log of a successful run of the same job, to compare with (may be repeated)'),
        ask: option(
          agent,
          `ask ${askable} if no rule decides; sends a redacted excerpt to its provider, which may cost money`,
          { sign: 'AGENT' },
        ),
        askTimeout: optionOr(askTimeout, 'stop the asked agent after this long', ASK_TIMEOUT_MS),
        check: flag('exit with 0 after a success, 1 after a failure, 4 if neither is proven'),
        format: list(
          reportFormat,
          'output format (may be repeated): text, json, github, markdown, junit, gitlab or dotenv (see docs/ci.md)',
        ),
        json,
      },
      positionals: { file: one(path('FILE | -', 'one file, or - for standard input')) },
      examples: [
        'mayday explain run.log',
        'claude -p "…" --output-format stream-json --verbose | mayday explain -',
        'mayday explain --stage setup --exit-code 124 setup.log',
        'mayday explain --good last-green.log failed.log',
        'mayday explain --json transcript.jsonl',
        'mayday explain --ask claude ci.log',
        'mayday explain --format text --format junit=report.xml run.log',
      ],
      load: async () => (await import('./explain.ts')).runExplain,
    }),
    command({
      name: 'why',
      isCommon: true,
      isAnywhere: true,
      summary: 'explain the newest agent session in this folder that ended badly',
      format: formats.session,
      options: { json },
      positionals: { what: optional(text('AGENT | ID')) },
      examples: ['mayday why', 'mayday why codex', 'mayday why 1f0a9c3e'],
      load: async () => (await import('./why.ts')).runWhy,
    }),
    command({
      name: 'sessions',
      isCommon: true,
      isAnywhere: true,
      summary: 'list the agent sessions on this machine, and how each ended',
      format: formats.sessions,
      options: {
        since: option(since, 'only sessions that were active since then: 7d, 12h or 2026-01-31'),
        agent: option(agent, "only this agent's sessions"),
        failed: flag('only sessions that ended badly'),
        reason: option(reason, 'only sessions in which a turn failed for this reason'),
        here: flag('only sessions of this project'),
        limit: optionOr(count(1), 'maximum number of sessions', 20),
        story: storyFlag,
        from: storyFrom,
        json,
      },
      positionals: { session: optional(text('SESSION')) },
      examples: [
        'mayday sessions',
        'mayday sessions --failed --since 7d',
        'mayday sessions --reason USAGE_LIMIT --agent claude',
        'mayday sessions --here',
        'mayday sessions 1f0a9c3e',
        'mayday sessions 1f0a9c3e --story',
      ],
      load: async () => (await import('./sessions.ts')).runSessions,
    }),
    command({
      name: 'show',
      isCommon: true,
      summary: 'show everything about one run: verdict, evidence, stages, files',
      format: formats.show,
      options: {
        story: storyFlag,
        from: storyFrom,
        attempts: flag('compare the attempts at its task: prompt, files, ending'),
        json,
      },
      positionals: { run: one(run) },
      examples: [
        'mayday show 41',
        'mayday show 41 --story',
        'mayday show 41 --attempts',
        'mayday show 41 --json',
      ],
      load: async () => (await import('./show.ts')).runShow,
    }),
    command({
      name: 'logs',
      summary: 'print the output of a run, with secrets masked',
      options: {
        follow: flag('follow the output until the run ends', 'f'),
        stage: option(runStage, 'only the output of this stage: setup, baseline, agent or verify'),
        tail: option(count(0), 'only the last N lines'),
        json: flag('print a JSON object for each line'),
      },
      positionals: { run: one(run) },
      examples: ['mayday logs 41', 'mayday logs 41 -f --tail 20', 'mayday logs 41 --stage verify'],
      load: async () => (await import('./logs.ts')).runLogs,
    }),
    command({
      name: 'ask',
      summary: 'ask an agent about a run that no rule explains',
      format: 'mayday.opinion/1',
      options: {
        agent: option(agent, `${askable}; a redacted excerpt of the log goes to its provider`, {
          sign: 'AGENT',
          otherwise: 'diagnosis.agent in mayday.yaml',
        }),
        timeout: optionOr(askTimeout, 'stop the agent after this long', ASK_TIMEOUT_MS),
        trust,
        json,
      },
      positionals: { run: one(run) },
      examples: ['mayday ask 41', 'mayday ask --agent claude 41'],
      load: async () => (await import('./ask.ts')).runAsk,
    }),
    command({
      name: 'reasons',
      isAnywhere: true,
      summary: 'list all reasons, with their meaning and what to do',
      format: formats.reasons,
      options: { dialect, json },
      positionals: { reason: optional(reason) },
      examples: ['mayday reasons', 'mayday reasons USAGE_LIMIT', 'mayday reasons --dialect bench --json'],
      load: async () => (await import('./reasons.ts')).runReasons,
    }),
    command({
      name: 'mcp',
      summary: 'serve an agent over MCP: history, explanations, questions',
      options: {},
      examples: ['mayday mcp', 'claude mcp add mayday -- mayday mcp'],
      load: async () => (await import('./mcp.ts')).runMcp,
    }),
  ],
}
