import type { Command } from '../command.ts'
import { json, trust } from './shared-options.ts'

export const tasks: readonly Command[] = [
  {
    name: 'tasks',
    summary: 'list the tasks, newest first, with the status of each',
    usage: 'mayday tasks [options]',
    options: [
      {
        name: 'status',
        value: 'STATUS',
        help: 'only tasks with this status: queued, deferred, running, waiting, escalated, succeeded, failed, canceled or skipped',
      },
      { name: 'all', help: 'include the tasks that Mayday makes for plain runs' },
      { name: 'limit', value: 'N', help: 'maximum number of tasks (default: 50)' },
      json,
    ],
    examples: ['mayday tasks', 'mayday tasks --status waiting', 'mayday tasks --all --json'],
    load: async () => (await import('../tasks.ts')).runTasks,
  },
  {
    name: 'skip',
    summary: 'skip a task: nothing is started for it any more',
    usage: 'mayday skip [options] TASK',
    options: [json],
    examples: ['mayday skip 7'],
    load: async () => (await import('../skip.ts')).runSkip,
  },
  {
    name: 'wait',
    summary: 'show what waits, until when and why; open a gate (a shared wait) by hand',
    usage: 'mayday wait [options]',
    options: [
      { name: 'open', value: 'KEY', help: 'open this gate: the tasks that wait there continue' },
      json,
    ],
    examples: ['mayday wait', 'mayday wait --open usage:claude:default'],
    load: async () => (await import('../wait.ts')).runWait,
  },
  {
    name: 'escalations',
    summary: 'list the problems that need a person, with the cause and what to do',
    usage: 'mayday escalations [options]',
    options: [{ name: 'all', help: 'include closed ones' }, json],
    examples: ['mayday escalations', 'mayday escalations --all --json'],
    load: async () => (await import('../escalations.ts')).runEscalations,
  },
  {
    name: 'ack',
    summary: 'acknowledge or close an escalation',
    usage: 'mayday ack [options] N',
    options: [
      { name: 'note', value: 'TEXT', help: 'what you found or did' },
      { name: 'close', help: 'close it: the problem is solved' },
      json,
    ],
    examples: ['mayday ack 3 --note "logged in again"', 'mayday ack 3 --close'],
    load: async () => (await import('../ack.ts')).runAck,
  },
  {
    name: 'retry',
    summary: 'run a card or the task of a run again; attempts are counted from zero, a pause ends',
    usage: 'mayday retry [options] CARD | RUN',
    options: [
      { name: 'queue', help: 'only put it into the queue (default while mayday work is running)' },
      { name: 'no-wait', help: 'do not wait for a limit or a pause, exit with 75 instead' },
      trust,
      { name: 'json', help: 'print events of the task as JSON lines' },
    ],
    examples: ['mayday retry 41', 'mayday retry 5.2-locks.md --queue'],
    load: async () => (await import('../retry.ts')).runRetry,
  },
  {
    name: 'resume',
    summary: 'continue the task of a run in the same agent session',
    usage: 'mayday resume [options] RUN',
    options: [
      { name: 'no-wait', help: 'do not wait for a limit or a pause, exit with 75 instead' },
      trust,
      { name: 'json', help: 'print events of the task as JSON lines' },
    ],
    examples: ['mayday resume 41'],
    load: async () => (await import('../resume.ts')).runResume,
  },
  {
    name: 'cancel',
    summary: 'stop a live run, or remove a card from the queue; canceled is not failed',
    usage: 'mayday cancel [options] CARD | RUN',
    options: [json],
    examples: ['mayday cancel 41', 'mayday cancel 5.2-locks.md'],
    load: async () => (await import('../cancel.ts')).runCancel,
  },
  {
    name: 'adopt',
    summary: 'supervise runs whose supervisor has died (other commands start this automatically)',
    usage: 'mayday adopt [options]',
    options: [json],
    examples: ['mayday adopt'],
    load: async () => (await import('../adopt.ts')).runAdopt,
  },
]
