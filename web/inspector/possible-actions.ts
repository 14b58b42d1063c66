import type { EscalationRecord } from '../../src/record/task-story.ts'
import type { TaskRow } from '../../src/views/task-row.ts'
import type { ShownCard } from '../../src/views/card.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import { deed, type Deed } from '../client.ts'

type Base = { readonly name: string; readonly does: string; readonly isMain?: boolean }

/** The dialog that must be answered first. */
export type Dialog = 'reset' | 'correct' | 'agent'

export type PossibleAction = Base &
  ({ readonly kind: 'post'; readonly deed: Deed } | { readonly kind: 'ask'; readonly dialog: Dialog })

type Situation = {
  readonly row: TaskRow | null
  readonly detail: ShownRun | null
  readonly card: ShownCard | null
  readonly escalations: readonly EscalationRecord[]
}

const post = (base: Base, does: Deed): PossibleAction => ({ ...base, kind: 'post', deed: does })

/** In the order in which they are offered. */
export const possibleActions = (situation: Situation): readonly PossibleAction[] => [
  ...taskActions(situation.row),
  ...runActions(situation),
  ...escalationActions(situation),
  ...cardActions(situation),
]

function taskActions(row: TaskRow | null): readonly PossibleAction[] {
  if (row === null) return []
  const { task, status, actions } = row
  return [
    ...(actions.includes('retry')
      ? [
          post(
            {
              name: status === 'waiting' ? 'Retry now' : 'Retry',
              does: 'A new run at once: waiting and backoff are over, attempts count from 0.',
              isMain: status !== 'succeeded',
            },
            deed('tasks/:n/retry', { n: task }),
          ),
        ]
      : []),
    ...(actions.includes('cancel')
      ? [
          post(
            { name: 'Cancel', does: 'Stops the current run and starts no further run.' },
            deed('tasks/:n/cancel', { n: task }),
          ),
        ]
      : []),
    ...(actions.includes('skip')
      ? [
          post(
            { name: 'Skip', does: 'Gives up this task. The other tasks continue.' },
            deed('tasks/:n/skip', { n: task }),
          ),
        ]
      : []),
  ]
}

function runActions({ row, detail }: Situation): readonly PossibleAction[] {
  if (detail === null || detail.run.endedAt === null) return []
  const { run } = detail
  const canResume = row?.canResume === true && row.run === run.run
  return [
    ...(canResume
      ? [
          post(
            { name: 'Resume', does: 'Continues the session of its last run.' },
            deed('runs/:id/resume', { id: run.run }),
          ),
        ]
      : []),
    ...(run.actions.includes('correct')
      ? [
          {
            kind: 'ask' as const,
            dialog: 'correct' as const,
            name: 'Correct reason',
            does: 'Corrects the reason. The original verdict is kept.',
          },
        ]
      : []),
  ]
}

function escalationActions({ row, escalations }: Situation): readonly PossibleAction[] {
  const raised = escalations.find(
    ({ task, number }) => row !== null && (task === row.task || number === row.waiting?.escalation),
  )
  if (raised === undefined) return []
  const { number } = raised
  return [
    ...(raised.state === 'open'
      ? [
          post(
            { name: 'Acknowledge', does: 'Marks it as seen. No more reminders are sent.' },
            deed('escalations/:n/ack', { n: number }),
          ),
        ]
      : []),
    post(
      { name: 'Close escalation', does: 'Marks it as resolved.' },
      deed('escalations/:n/close', { n: number }),
    ),
  ]
}

function cardActions({ card, row }: Situation): readonly PossibleAction[] {
  if (card === null || card.card.isMalformed) return []
  const { path, status, problem } = card.card
  const isIdle = status === 'idle' && problem === null && (row === null || row.actions.includes('enqueue'))
  const enqueue = { name: 'Enqueue', does: 'Puts the card into the queue.', isMain: true }
  if (isIdle)
    return [
      card.needsAgent
        ? { ...enqueue, kind: 'ask', dialog: 'agent' }
        : post(enqueue, deed('cards/enqueue', { card: path })),
    ]
  if (row !== null && !row.actions.includes('reset')) return []
  return [
    {
      kind: 'ask',
      dialog: 'reset',
      name: 'Reset agent state',
      does: 'Sets the card back to idle; asks first.',
      isMain: problem !== null,
    },
  ]
}
