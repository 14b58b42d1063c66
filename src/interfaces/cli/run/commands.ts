import { formats } from '../../../views/formats.ts'
import { command, type CommandGroup } from '../command.ts'
import { flag, list, one, option, several } from '../parse/option.ts'
import { agent, cardOrRun, count, keyword, model, path, run, taskNumber, text } from '../parse/value-types.ts'
import { reportFormat } from '../parse/report-format.ts'
import {
  compare,
  cwd,
  flow,
  json,
  noWait,
  phase,
  runLimits,
  stageCommands,
  trust,
} from '../parse/shared-options.ts'

/** A larger number is most likely a typo. */
const few = count(1, 99_999)

export const running: CommandGroup = {
  title: 'Run',
  commands: [
    command({
      name: 'run',
      isCommon: true,
      summary: 'run an agent under supervision and record how it ended and why',
      usage:
        'mayday run [options] -- COMMAND [ARGUMENT…] | mayday run --agent NAME [options] PROMPT… | mayday run --task N',
      options: {
        ...stageCommands,
        ...compare,
        ...runLimits,
        agent: option(
          agent,
          "start this agent; the words that follow are its prompt. With a command after --: read the output as this agent's",
        ),
        model: option(model, 'with --agent: the model to use'),
        maxTurns: option(count(1, 999_999), 'with --agent: maximum number of turns'),
        resume: option(
          run,
          'continue the session of this run with the same agent; the prompt may be left out',
        ),
        promptFile: option(
          path('FILE', 'a text file, or - for standard input'),
          "file for the agent's standard input; - means the standard input of Mayday",
        ),
        title: option(text('TEXT'), 'the name of the run in lists'),
        flow,
        phase,
        task: option(taskNumber, 'run this task until it is done; with a command after --: one more attempt'),
        dryRun: flag('with --task: only print what would be done next, and why'),
        noWait: flag('with --task: do not wait for a limit or a pause, exit with 75 instead'),
        cwd,
        expectChanges: flag('the run fails if the agent changes no file'),
        noExpectChanges: flag('the run may change nothing (default)'),
        follow: flag("show the agent's words and tools while it runs, as text"),
        trust,
        json: flag('print events of the run as JSON lines, the result last'),
      },
      positionals: { words: several(text('WORD')) },
      takesCommand: true,
      examples: [
        'mayday run --verify "npm test" -- claude -p "fix the login test" --output-format stream-json --verbose',
        'mayday run --timeout 30m --idle 10m --flow implement --phase 12-01 -- ./my-agent.sh',
        'mayday run --prompt-file task.md -- codex exec --json -',
        'mayday run --agent claude --verify "npm test" "Fix the failing login test"',
        'mayday run --resume 41',
        'mayday run --task 7',
      ],
      load: async () => (await import('./run.ts')).runRun,
    }),
    command({
      name: 'ci',
      summary: 'run a command in CI, report why it failed, keep its exit code',
      usage: 'mayday ci [options] -- COMMAND [ARGUMENT…]',
      options: {
        ...stageCommands,
        ...runLimits,
        agent: option(agent, "read the output as this agent's", { otherwise: 'detected from the command' }),
        promptFile: option(
          path('FILE', 'a text file, or - for standard input'),
          "file for the command's standard input",
        ),
        title: option(text('TEXT'), 'the name of the run in lists and reports'),
        cwd,
        expectChanges: flag('the run fails if the command changes no file'),
        format: list(
          reportFormat,
          'format of the verdict (may be repeated): text, json, github, markdown, junit, gitlab or dotenv (default: what the CI system shows, see docs/ci.md)',
        ),
        check: flag('exit with 1 if the run failed although its command exited with 0'),
        quiet: flag('do not show what the command prints', 'q'),
        trust,
      },
      positionals: { words: several(text('WORD')) },
      takesCommand: true,
      examples: [
        'mayday ci -- claude -p "fix the login test" --output-format stream-json --verbose',
        'mayday ci --verify "npm test" --timeout 30m --check -- codex exec --json "Fix it"',
        'mayday ci --format text --format junit=mayday.xml -- ./agent.sh',
      ],
      load: async () => (await import('./ci.ts')).runCi,
    }),
    command({
      name: 'resume',
      summary: 'continue the task of a run in the same agent session',
      options: { noWait, trust, json: flag('print events of the task as JSON lines') },
      positionals: { run: one(run) },
      examples: ['mayday resume 41'],
      load: async () => (await import('./resume.ts')).runResume,
    }),
    command({
      name: 'cancel',
      summary: 'stop a live run, or remove a card from the queue',
      format: 'mayday.cancel/1',
      options: { json },
      positionals: { named: one(cardOrRun) },
      examples: ['mayday cancel 41', 'mayday cancel 5.2-locks.md'],
      load: async () => (await import('./cancel.ts')).runCancel,
    }),
    command({
      name: 'agents',
      summary: 'list the installed agents and what Mayday can do with them',
      format: formats.agents,
      options: { json },
      examples: ['mayday agents', 'mayday agents --json'],
      load: async () => (await import('./agents.ts')).runAgents,
    }),
    command({
      name: 'adopt',
      summary: 'supervise runs whose supervisor has died (started automatically)',
      options: { json },
      examples: ['mayday adopt'],
      load: async () => (await import('./adopt.ts')).runAdopt,
    }),
    command({
      name: 'bench',
      summary: 'run agents on benchmark tasks and report why they fail',
      usage:
        'mayday bench run (SUITE | --demo | --resume SERIES) [options] [-- COMMAND…] | validate SUITE | report [SERIES] | compare SERIES SERIES',
      options: {
        demo: flag('run: use the bundled suite with scripted agents; needs no network'),
        agent: option(agent, 'run: the agent that solves the tasks (claude, codex, …)'),
        attempts: option(few, 'run: attempts per task', { otherwise: 1 }),
        jobs: option(few, 'run, validate: maximum attempts at once', { otherwise: 1 }),
        series: option(text('NAME'), 'run: the name of the series', {
          otherwise: "the suite's name and a number",
        }),
        resume: option(text('SERIES'), 'run: continue a series; finished attempts are not repeated'),
        keep: flag('run: keep the work trees of failed attempts'),
        html: option(path('FILE', 'the name of a file'), 'report: write a self-contained HTML page'),
        junit: option(path('FILE', 'the name of a file'), 'report: write JUnit XML'),
        trust,
        json,
      },
      positionals: {
        what: one(keyword('run', 'validate', 'report', 'compare')),
        words: several(text('WORD')),
      },
      takesCommand: true,
      examples: [
        'mayday bench run --demo --jobs 2',
        'mayday bench run suites/shop --agent claude --attempts 3 --jobs 2',
        "mayday bench run suites/shop --series mine -- ./agent.sh '{prompt}'",
        'mayday bench run --resume mine',
        'mayday bench validate suites/shop',
        'mayday bench report mine --html report.html',
        'mayday bench compare mine other',
      ],
      load: async () => (await import('./bench/bench.ts')).runBench,
    }),
  ],
}
