import type { EscalationRecord } from '../../src/record/task-story.ts'
import type { TaskRow } from '../../src/views/task-row.ts'
import type { ShownCard } from '../../src/views/card.ts'
import type { ShownRun } from '../../src/views/show-run.ts'

type Base = { readonly name: string; readonly does: string; readonly isMain?: boolean }

/** The dialog that must be answered first. */
export type Dialog = 'reset' | 'correct' | 'agent'

export type PossibleAction = Base &
  (
    | { readonly kind: 'post'; readonly path: string; readonly body: object }
    | { readonly kind: 'ask'; readonly dialog: Dialog }
  )

type Situation = {
  readonly row: TaskRow | null
  readonly detail: ShownRun | null
  readonly card: ShownCard | null
  readonly escalations: readonly EscalationRecord[]
}

const post = (base: Base, path: string, body: object = {}): PossibleAction => ({
  ...base,
  kind: 'post',
  path,
  body,
})

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
  const at = `tasks/${task}`
  return [
    ...(actions.includes('retry')
      ? [
          post(
            {
              name: status === 'waiting' ? 'Retry now' : 'Retry',
              does: 'A new run at once: waiting and backoff are over, attempts count from 0.',
              isMain: status !== 'succeeded',
            },
            `${at}/retry`,
          ),
        ]
      : []),
    ...(actions.includes('cancel')
      ? [post({ name: 'Cancel', does: 'Stops the current run and starts no further run.' }, `${at}/cancel`)]
      : []),
    ...(actions.includes('skip')
      ? [post({ name: 'Skip', does: 'Gives up this task. The other tasks continue.' }, `${at}/skip`)]
      : []),
  ]
}

function runActions({ row, detail }: Situation): readonly PossibleAction[] {
  if (detail === null || detail.run.endedAt === null) return []
  const { run } = detail
  const canResume = row?.canResume === true && row.run === run.run
  return [
    ...(canResume
      ? [post({ name: 'Resume', does: 'Continues the session of its last run.' }, `runs/${run.run}/resume`)]
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
  const at = `escalations/${raised.number}`
  return [
    ...(raised.state === 'open'
      ? [post({ name: 'Acknowledge', does: 'Marks it as seen. No more reminders are sent.' }, `${at}/ack`)]
      : []),
    post({ name: 'Close escalation', does: 'Marks it as resolved.' }, `${at}/close`),
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
        : post(enqueue, 'cards/enqueue', { card: path }),
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
