import { runStatuses } from '../../../record/run-states.ts'
import { formats } from '../../../views/formats.ts'
import { command, type CommandGroup } from '../command.ts'
import { flag, one, option, optional, optionOr, several } from '../parse/option.ts'
import {
  agent,
  choice,
  count,
  failureKey,
  keyword,
  path,
  phase,
  reason,
  run,
  since,
  task,
  text,
} from '../parse/value-types.ts'
import type { ValueType } from '../parse/value-type.ts'
import { dialect, json } from '../parse/shared-options.ts'

/** What a run is compared with. */
const against: ValueType<'start' | number> = {
  sign: 'start | RUN',
  takes: 'start, or the number of a run',
  read: (word) => (word === 'start' ? word : /^\d{1,15}$/.test(word) ? Number(word) : undefined),
  show: String,
  known: ['start'],
}

const sinceTime = option(since, 'only runs that started since then: 7d, 12h or 2026-01-31')

export const lookingBack: CommandGroup = {
  title: 'Look back',
  commands: [
    command({
      name: 'history',
      isCommon: true,
      summary: 'list the runs, newest first, with how each ended and why',
      format: formats.history,
      instead: 'For one run: mayday show RUN',
      options: {
        reason: option(reason, 'only runs that failed for this reason'),
        status: option(
          choice('STATUS', runStatuses),
          'only launching, running, succeeded, failed or canceled runs',
        ),
        agent: option(agent, "only this agent's runs"),
        flow: option(text('FLOW'), 'only runs of this flow'),
        phase: option(text('PHASE'), 'only runs of this phase, e.g. 12-01'),
        since: sinceTime,
        limit: optionOr(count(1), 'maximum number of runs', 20),
        dialect,
        json,
      },
      examples: [
        'mayday history',
        'mayday history --reason TESTS_FAILED --since 7d',
        'mayday history --status failed --agent claude --limit 100 --json',
      ],
      load: async () => (await import('./history.ts')).runHistory,
    }),
    command({
      name: 'diff',
      summary: 'show what a run changed, file by file',
      format: formats.changes,
      instead: 'For the whole run: mayday show RUN',
      options: {
        stat: flag('only the files, with how many lines changed'),
        against: option(
          against,
          'compare with the start of the task (start), or with the end of another run of it (its number)',
          { otherwise: "the run's own start" },
        ),
        json,
      },
      positionals: { run: one(run), file: optional(text('FILE')) },
      examples: [
        'mayday diff 41',
        'mayday diff 41 --stat',
        'mayday diff 41 src/app.py',
        'mayday diff 41 --against 40',
      ],
      load: async () => (await import('./diff.ts')).runDiff,
    }),
    command({
      name: 'open',
      summary: 'copy the work of a run into a work tree, and start a shell there',
      format: 'mayday.open/1',
      options: { json },
      positionals: { run: one(run) },
      takesCommand: true,
      examples: ['mayday open 41', 'mayday open 41 -- npm test'],
      load: async () => (await import('./open.ts')).runOpen,
    }),
    command({
      name: 'stats',
      isCommon: true,
      summary: 'count the failures by reason, class, agent and week',
      format: formats.stats,
      options: {
        since: sinceTime,
        sessions: flag('count the agent sessions of this machine instead'),
        json,
      },
      examples: ['mayday stats', 'mayday stats --since 30d', 'mayday stats --sessions'],
      load: async () => (await import('./stats.ts')).runStats,
    }),
    command({
      name: 'failures',
      summary: 'group the failures by cause, with what was tried and what helped',
      format: formats.failures,
      instead: 'For one run: mayday show RUN',
      options: {
        range: optionOr(
          choice<'30d' | '24h'>('RANGE', ['30d', '24h']),
          'the failures of the last 30 days (30d) or 24 hours (24h)',
          '30d',
        ),
        all: flag('include those that are solved or acknowledged'),
        ack: flag('with a key: mark it as seen, until it happens again'),
        unack: flag('with a key: undo --ack'),
        note: option(text('TEXT'), 'with --ack: a note for others'),
        json,
      },
      positionals: { key: optional(failureKey) },
      examples: [
        'mayday failures',
        'mayday failures 3fa9c1d2',
        'mayday failures 3fa9c1d2 --ack --note "fixed in the next release"',
      ],
      load: async () => (await import('./failures.ts')).runFailures,
    }),
    command({
      name: 'lessons',
      isCommon: true,
      summary: 'list the lessons from failed runs, and whether they helped',
      format: formats.lessons,
      options: {
        phase: option(phase, 'only lessons of this phase, e.g. 12'),
        task: option(task, 'only lessons of this task', { sign: 'N' }),
        all: flag('include lessons of completed phases'),
        json,
      },
      examples: ['mayday lessons', 'mayday lessons --phase 12', 'mayday lessons --task 7 --all --json'],
      load: async () => (await import('./lessons.ts')).runLessons,
    }),
    command({
      name: 'context',
      summary: 'print the lessons that the next prompt would contain',
      usage: 'mayday context [options] --phase PHASE | --task N',
      format: 'mayday.context/1',
      options: {
        phase: option(phase, 'the lessons of this phase, e.g. 12'),
        task: option(task, 'the lessons of this task and of its phase, its own first', { sign: 'N' }),
        json,
      },
      examples: ['mayday context --phase 12', 'mayday context --task 7'],
      load: async () => (await import('./context.ts')).runContext,
    }),
    command({
      name: 'phase',
      summary: 'mark a phase as complete: later prompts omit its lessons',
      format: 'mayday.phase/1',
      options: { json },
      positionals: { what: one(keyword('complete')), phase: one(phase) },
      examples: ['mayday phase complete 12'],
      load: async () => (await import('./phase.ts')).runPhase,
    }),
    command({
      name: 'unmerged',
      summary: 'list the work of runs that is not in the main branch yet',
      format: 'mayday.unmerged/1',
      instead: 'To name the main branch: mayday unmerged --main BRANCH',
      options: {
        main: option(text('BRANCH'), 'the branch to compare with', {
          otherwise: 'origin/HEAD, else main or master',
        }),
        all: flag('include merged and deleted branches'),
        dialect,
        json,
      },
      examples: ['mayday unmerged', 'mayday unmerged --main develop', 'mayday unmerged --all --json'],
      load: async () => (await import('./unmerged.ts')).runUnmerged,
    }),
    command({
      name: 'rediagnose',
      summary: 'diagnose recorded runs again and compare the verdicts',
      format: 'mayday.rediagnose/1',
      options: {
        since: sinceTime,
        apply: flag('save the new verdicts; corrections by people stay'),
        json,
      },
      positionals: { runs: several(run) },
      examples: [
        'mayday rediagnose --since 30d',
        'mayday rediagnose 41 42',
        'mayday rediagnose --since 30d --apply',
      ],
      load: async () => (await import('./rediagnose.ts')).runRediagnose,
    }),
    command({
      name: 'import',
      summary: 'import runs of another program; its files are only read',
      format: 'mayday.import/1',
      options: {
        since: option(since, 'with sessions: only those that were active since then'),
        json,
      },
      positionals: {
        from: one(keyword('gza', 'auto-claude', 'failure-context', 'sessions')),
        path: optional(path('PATH', 'a path')),
      },
      examples: [
        'mayday import gza .gza/gza.db',
        'mayday import auto-claude .auto-claude/specs/001-login',
        'mayday import failure-context AGENTS.md',
        'mayday import sessions --since 30d',
      ],
      load: async () => (await import('./import.ts')).runImport,
    }),
  ],
}
