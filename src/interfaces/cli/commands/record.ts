import type { Command } from '../command.ts'
import { dialect, json, trust } from './shared-options.ts'

export const record: readonly Command[] = [
  {
    name: 'history',
    summary: 'list the runs, newest first, with how each ended and why',
    usage: 'mayday history [options]',
    options: [
      { name: 'reason', value: 'REASON', help: 'only runs that failed for this reason' },
      {
        name: 'status',
        value: 'STATUS',
        help: 'only launching, running, succeeded, failed or canceled runs',
      },
      { name: 'agent', value: 'NAME', help: "only this agent's runs" },
      { name: 'flow', value: 'FLOW', help: 'only runs of this flow' },
      { name: 'phase', value: 'PHASE', help: 'only runs of this phase, e.g. 12-01' },
      { name: 'since', value: 'TIME', help: 'only runs that started since then: 7d, 12h or 2026-01-31' },
      { name: 'limit', value: 'N', help: 'maximum number of runs (default: 20)' },
      dialect,
      json,
    ],
    examples: [
      'mayday history',
      'mayday history --reason TESTS_FAILED --since 7d',
      'mayday history --status failed --agent claude --limit 100 --json',
    ],
    load: async () => (await import('../history.ts')).runHistory,
  },
  {
    name: 'unmerged',
    summary: 'list the work of runs that is not in the main branch yet',
    usage: 'mayday unmerged [options]',
    options: [
      {
        name: 'main',
        value: 'BRANCH',
        help: 'the branch to compare with (default: origin/HEAD, else main or master)',
      },
      { name: 'all', help: 'include merged and deleted branches' },
      dialect,
      json,
    ],
    examples: ['mayday unmerged', 'mayday unmerged --main develop', 'mayday unmerged --all --json'],
    load: async () => (await import('../unmerged.ts')).runUnmerged,
  },
  {
    name: 'show',
    summary: 'show everything about one run: verdict, evidence, stages, files',
    usage: 'mayday show [options] RUN',
    options: [json],
    examples: ['mayday show 41', 'mayday show 41 --json'],
    load: async () => (await import('../show.ts')).runShow,
  },
  {
    name: 'stats',
    summary: 'count the failures by reason, class, agent and week',
    usage: 'mayday stats [options]',
    options: [
      { name: 'since', value: 'TIME', help: 'only runs that started since then: 30d or 2026-01-31' },
      json,
    ],
    examples: ['mayday stats', 'mayday stats --since 30d'],
    load: async () => (await import('../stats.ts')).runStats,
  },
  {
    name: 'correct',
    summary: 'set the right reason of a run; the verdict of Mayday is kept too',
    usage: 'mayday correct [options] RUN --reason REASON',
    options: [
      { name: 'reason', value: 'REASON', help: 'the right reason; none means that the run did not fail' },
      { name: 'note', value: 'TEXT', help: 'why you know that' },
      json,
    ],
    examples: [
      'mayday correct 41 --reason OUT_OF_MEMORY --note "dmesg shows the kill"',
      'mayday correct 41 --reason none',
    ],
    load: async () => (await import('../correct.ts')).runCorrect,
  },
  {
    name: 'ask',
    summary: 'ask an agent about a run that no rule explains; its answer is kept beside the verdict',
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
]
