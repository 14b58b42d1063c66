import { formats } from '../../../views/formats.ts'
import { command, type CommandGroup } from '../command.ts'
import { flag, one, option, optional } from '../parse/option.ts'
import { cardOrRun, escalation, reason, run, task, text } from '../parse/value-types.ts'
import { json, noWait, trust, yes } from '../parse/shared-options.ts'

export const needingAPerson: CommandGroup = {
  title: 'Needs a person',
  commands: [
    command({
      name: 'escalations',
      isCommon: true,
      summary: 'list what needs a person, with the cause and what to do',
      format: formats.escalations,
      instead: 'To answer one: mayday ack N',
      options: { all: flag('include closed ones'), json },
      examples: ['mayday escalations', 'mayday escalations --all --json'],
      load: async () => (await import('./escalations.ts')).runEscalations,
    }),
    command({
      name: 'retry',
      isCommon: true,
      summary: 'run a card or a task again, with its attempts counted from zero',
      format: 'mayday.retry/1',
      options: {
        queue: flag('only put it into the queue (default while mayday work is running)'),
        noWait,
        trust,
        json: flag('print events of the task as JSON lines'),
      },
      positionals: { named: one(cardOrRun) },
      examples: ['mayday retry 41', 'mayday retry 5.2-locks.md --queue'],
      load: async () => (await import('./retry.ts')).runRetry,
    }),
    command({
      name: 'correct',
      isCommon: true,
      summary: "set the right reason of a run; Mayday's verdict is kept too",
      usage: 'mayday correct [options] RUN --reason REASON',
      format: 'mayday.correct/1',
      options: {
        reason: option(reason, 'the right reason; none means that the run did not fail'),
        note: option(text('TEXT'), 'why you know that'),
        json,
      },
      positionals: { run: one(run) },
      examples: [
        'mayday correct 41 --reason OUT_OF_MEMORY --note "dmesg shows the kill"',
        'mayday correct 41 --reason none',
      ],
      load: async () => (await import('./correct.ts')).runCorrect,
    }),
    command({
      name: 'ack',
      summary: 'acknowledge or close an escalation',
      format: 'mayday.ack/1',
      options: {
        note: option(text('TEXT'), 'what you found or did'),
        close: flag('close it: the problem is solved'),
        json,
      },
      positionals: { escalation: one(escalation) },
      examples: ['mayday ack 3 --note "logged in again"', 'mayday ack 3 --close'],
      load: async () => (await import('./ack.ts')).runAck,
    }),
    command({
      name: 'skip',
      summary: 'skip a task: nothing is started for it any more',
      format: 'mayday.skip/2',
      options: { json },
      positionals: { task: one(task) },
      examples: ['mayday skip 7'],
      load: async () => (await import('./skip.ts')).runSkip,
    }),
    command({
      name: 'snapshots',
      summary: "list the saved states (snapshots) of a task's work tree",
      format: 'mayday.snapshots/1',
      options: { json },
      positionals: { task: one(task) },
      examples: ['mayday snapshots 7', 'mayday snapshots 7 --json'],
      load: async () => (await import('./snapshots.ts')).runSnapshots,
    }),
    command({
      name: 'restore',
      summary: 'restore a snapshot of a work tree; saves the present state first',
      format: formats.restore,
      options: {
        others: flag('also restore files that other tasks have changed since'),
        cards: flag('also restore cards'),
        yes,
        json,
      },
      positionals: { task: one(task), snapshot: optional(text('SNAPSHOT')) },
      examples: ['mayday restore 7', 'mayday restore 7 12 --yes', 'mayday restore 7 12 --others --yes'],
      load: async () => (await import('./restore.ts')).runRestore,
    }),
  ],
}
