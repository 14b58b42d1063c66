import type { Command } from '../command.ts'
import { json, trust } from './shared-options.ts'

export const tasks: readonly Command[] = [
  {
    name: 'tasks',
    summary: 'list the tasks, the newest first, each with where it stands',
    usage: 'mayday tasks [options]',
    options: [
      {
        name: 'status',
        value: 'STATUS',
        help: 'only queued, deferred, running, waiting, escalated, succeeded, failed, canceled or skipped ones',
      },
      { name: 'all', help: 'also those that plain runs made' },
      { name: 'limit', value: 'N', help: 'at most so many (50)' },
      json,
    ],
    examples: ['mayday tasks', 'mayday tasks --status waiting', 'mayday tasks --all --json'],
    load: async () => (await import('../tasks.ts')).runTasks,
  },
  {
    name: 'skip',
    summary: 'leave a task undone; nothing is started for it any more',
    usage: 'mayday skip [options] TASK',
    options: [json],
    examples: ['mayday skip 7'],
    load: async () => (await import('../skip.ts')).runSkip,
  },
  {
    name: 'wait',
    summary: 'show what waits, until when and why; open a gate by hand',
    usage: 'mayday wait [options]',
    options: [{ name: 'open', value: 'KEY', help: 'open this gate: what waited there may go on' }, json],
    examples: ['mayday wait', 'mayday wait --open usage:claude:default'],
    load: async () => (await import('../wait.ts')).runWait,
  },
  {
    name: 'escalations',
    summary: 'list what needs a person, with the cause and what to do',
    usage: 'mayday escalations [options]',
    options: [{ name: 'all', help: 'closed ones too' }, json],
    examples: ['mayday escalations', 'mayday escalations --all --json'],
    load: async () => (await import('../escalations.ts')).runEscalations,
  },
  {
    name: 'ack',
    summary: 'say that you have seen an escalation, or that it is dealt with',
    usage: 'mayday ack [options] N',
    options: [
      { name: 'note', value: 'TEXT', help: 'what you found or did' },
      { name: 'close', help: 'it is dealt with' },
      json,
    ],
    examples: ['mayday ack 3 --note "logged in again"', 'mayday ack 3 --close'],
    load: async () => (await import('../ack.ts')).runAck,
  },
  {
    name: 'retry',
    summary: "work on a card or a run's task again; counters begin anew, a pause ends",
    usage: 'mayday retry [options] CARD | RUN',
    options: [
      { name: 'queue', help: 'only put it into the queue; so it is where a scheduler works' },
      { name: 'no-wait', help: 'do not wait for a limit or a pause, exit 75 instead' },
      trust,
      { name: 'json', help: 'print the events of the task as JSON lines' },
    ],
    examples: ['mayday retry 41', 'mayday retry 5.2-locks.md --queue'],
    load: async () => (await import('../retry.ts')).runRetry,
  },
  {
    name: 'resume',
    summary: "go on with a run's task in that run's own session",
    usage: 'mayday resume [options] RUN',
    options: [
      { name: 'no-wait', help: 'do not wait for a limit or a pause, exit 75 instead' },
      trust,
      { name: 'json', help: 'print the events of the task as JSON lines' },
    ],
    examples: ['mayday resume 41'],
    load: async () => (await import('../resume.ts')).runResume,
  },
  {
    name: 'cancel',
    summary: 'stop a run that goes on, or what is queued for a card; canceled is not failed',
    usage: 'mayday cancel [options] CARD | RUN',
    options: [json],
    examples: ['mayday cancel 41', 'mayday cancel 5.2-locks.md'],
    load: async () => (await import('../cancel.ts')).runCancel,
  },
  {
    name: 'adopt',
    summary: 'see runs to their end whose supervisor is gone (other commands start it by themselves)',
    usage: 'mayday adopt [options]',
    options: [json],
    examples: ['mayday adopt'],
    load: async () => (await import('../adopt.ts')).runAdopt,
  },
]
