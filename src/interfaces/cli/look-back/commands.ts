import { runStatuses } from '../../../record/run-states.ts'
import { formats } from '../../../views/formats.ts'
import { command, type CommandGroup } from '../command.ts'
import { flag, one, option, optional, optionOr, several } from '../parse/option.ts'
import {
  agent,
  choice,
  count,
  keyword,
  path,
  phase,
  reason,
  run,
  since,
  task,
  text,
} from '../parse/value-types.ts'
import { dialect, json } from '../parse/shared-options.ts'

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
      summary: 'mark a phase as complete: its lessons leave the prompts',
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
