/** The tasks of the sample, with their attempts and their current status. */
import type { SampleLog } from './sample-logs.ts'

export type SampleTask = {
  readonly title: string
  readonly agent: string
  readonly phase: string | null
  readonly flow?: string
  /** Its attempts, the oldest first. */
  readonly runs: readonly SampleLog[]
  /** The hint of a person before the last attempt. */
  readonly hint?: string
  /** The agent of the last attempt, if it is another one. */
  readonly lastAgent?: string
  /** The start of the last attempt. */
  readonly hoursAgo: number
  /** The current status. */
  readonly status: 'succeeded' | 'failed' | 'escalated' | 'waiting' | 'skipped'
}

export const sampleTasks: readonly SampleTask[] = [
  {
    title: 'Keep the query when login redirects',
    agent: 'claude',
    phase: '1-01',
    runs: ['tests', 'tests', 'ok'],
    hint: 'The redirect lives in legacy/hooks.py.',
    hoursAgo: 300,
    status: 'succeeded',
  },
  {
    title: 'Move prices into a module of their own',
    agent: 'codex',
    phase: '1-02',
    runs: ['build', 'ok'],
    hoursAgo: 270,
    status: 'succeeded',
  },
  {
    title: 'Write the missing tests of the cart',
    agent: 'claude',
    phase: '1-03',
    runs: ['ok'],
    hoursAgo: 260,
    status: 'succeeded',
  },
  {
    title: 'Upgrade the test runner',
    agent: 'gemini',
    phase: '1-04',
    runs: ['gaveUp', 'gaveUp', 'gaveUp'],
    hoursAgo: 230,
    status: 'failed',
  },
  {
    title: 'Translate the error pages',
    agent: 'claude',
    phase: '1-05',
    runs: ['rate', 'ok'],
    hoursAgo: 200,
    status: 'succeeded',
  },
  {
    title: 'Find out why the nightly report is empty',
    agent: 'opencode',
    phase: null,
    flow: 'research',
    runs: ['unknown', 'unknown'],
    hoursAgo: 180,
    status: 'failed',
  },
  {
    title: 'Split the settings page',
    agent: 'claude',
    phase: '2-01',
    runs: ['turns', 'ok'],
    hoursAgo: 150,
    status: 'succeeded',
  },
  {
    title: 'Move login into a package',
    agent: 'codex',
    phase: '2-02',
    runs: ['build', 'build', 'tests', 'ok'],
    hoursAgo: 130,
    status: 'succeeded',
  },
  {
    title: 'Make the export stream',
    agent: 'claude',
    phase: '2-03',
    runs: ['context', 'ok'],
    hoursAgo: 110,
    status: 'succeeded',
  },
  {
    title: 'Remove the old login hooks',
    agent: 'claude',
    phase: '2-04',
    runs: ['tests', 'tests', 'tests'],
    hoursAgo: 96,
    status: 'failed',
  },
  {
    title: 'Name the columns of the audit log',
    agent: 'gemini',
    phase: '2-05',
    runs: ['ok'],
    hoursAgo: 80,
    status: 'succeeded',
  },
  {
    title: 'Remember the last page after login',
    agent: 'claude',
    phase: '2-06',
    runs: ['tests', 'ok'],
    lastAgent: 'codex',
    hoursAgo: 60,
    status: 'succeeded',
  },
  {
    title: 'Review the new permissions',
    agent: 'claude',
    phase: '3-01',
    flow: 'review',
    runs: ['ok'],
    hoursAgo: 48,
    status: 'succeeded',
  },
  {
    title: 'Let the importer skip empty rows',
    agent: 'codex',
    phase: '3-02',
    runs: ['tests', 'build', 'ok'],
    hoursAgo: 30,
    status: 'succeeded',
  },
  {
    title: 'Draw the invoice as a PDF',
    agent: 'gemini',
    phase: '3-03',
    runs: ['unknown', 'ok'],
    hoursAgo: 22,
    status: 'succeeded',
  },
  {
    title: 'Log in with a passkey',
    agent: 'claude',
    phase: '3-04',
    runs: ['auth'],
    hoursAgo: 9,
    status: 'escalated',
  },
  {
    title: 'Renew the session after login',
    agent: 'codex',
    phase: '3-05',
    runs: ['tests', 'tests', 'tests'],
    hoursAgo: 5,
    status: 'escalated',
  },
  {
    title: 'Summarise the release notes',
    agent: 'claude',
    phase: null,
    flow: 'research',
    runs: ['limit'],
    hoursAgo: 0.6,
    status: 'waiting',
  },
  {
    title: 'Document the webhooks',
    agent: 'claude',
    phase: '3-06',
    runs: ['limit'],
    hoursAgo: 0.5,
    status: 'waiting',
  },
  {
    title: 'Shorten the start of the worker',
    agent: 'gemini',
    phase: '3-07',
    runs: ['ok'],
    hoursAgo: 2,
    status: 'succeeded',
  },
  {
    title: 'Upgrade the database driver',
    agent: 'codex',
    phase: null,
    runs: ['gaveUp'],
    hoursAgo: 3,
    status: 'skipped',
  },
]

export const sampleCards: readonly {
  readonly path: string
  readonly title: string
  readonly flow: string | null
  readonly status: string
}[] = [
  {
    path: 'phase-3-people/done/3.1-permissions.md',
    title: '3.1 New permissions',
    flow: 'review',
    status: 'succeeded',
  },
  {
    path: 'phase-3-people/in-progress/3.2-importer.md',
    title: '3.2 Empty rows in the importer',
    flow: 'implement',
    status: 'failed',
  },
  {
    path: 'phase-3-people/backlog/3.8-two-factors.md',
    title: '3.8 A second factor',
    flow: null,
    status: 'idle',
  },
  {
    path: 'phase-4-trust/in-progress/4.6-backups.md',
    title: '4.6 Backups that are tried',
    flow: 'implement',
    status: 'running',
  },
  { path: 'phase-4-trust/backlog/4.7-audit.md', title: '4.7 Who changed what', flow: null, status: 'idle' },
]
