import type { ComponentClass, VNode } from 'preact'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { Need } from '../../src/views/needs.ts'
import { runAction } from '../actions.ts'
import { linkFor, visit } from '../address.ts'
import { deed } from '../client.ts'
import { askFor } from '../deeds/deed-dialogs.tsx'
import { finishTasks, openGate, retryTasks, taskMenu } from '../deeds/task-deeds.ts'
import { memo } from '../memo.ts'
import { Ago } from '../next-step.tsx'
import type { IconName } from '../parts/icon.tsx'
import { Item, type ItemStep } from '../parts/item.tsx'
import type { MenuEntry } from '../parts/menu.tsx'
import { Why } from '../parts/why.tsx'
import { plural } from '../words.ts'

/** The word of the button, and what it does: one row for each deed of the view. */
type Doing = { readonly name: string; readonly run: (need: Need, row: BoardRow | null) => void }

const tasksOf = (row: BoardRow | null): readonly BoardRow[] => (row === null ? [] : [row])

const DOINGS: Readonly<Record<Need['deed'], Doing>> = {
  check: {
    name: 'Check and resume',
    run: ({ gate }, row) => (gate === null ? retryTasks(tasksOf(row)) : openGate(gate)),
  },
  retry: { name: 'Try again', run: (_, row) => retryTasks(tasksOf(row)) },
  hint: { name: 'Retry with a hint', run: (_, row) => askFor({ kind: 'hint', tasks: tasksOf(row) }) },
  agent: { name: 'Ask another agent', run: (_, row) => askFor({ kind: 'agent', tasks: tasksOf(row) }) },
  edit: { name: 'Edit the prompt', run: (_, row) => askFor({ kind: 'prompt', tasks: tasksOf(row) }) },
  done: { name: 'Mark as done', run: (_, row) => finishTasks(tasksOf(row)) },
  log: {
    name: 'Open the log',
    run: ({ run }) => visit(run === null ? '/runs' : linkFor({ page: 'run', run, tab: 'log' })),
  },
  acknowledge: {
    name: 'Acknowledge',
    run: ({ escalation }) => void runAction(deed('escalations/:n/ack', { n: escalation ?? 0 })),
  },
}

/** What is shared and has no task is acknowledged, if its deed needs a task. */
export const doingOf = ({ deed: wanted, task, gate }: Need): Doing =>
  task === null && gate === null && wanted !== 'log' ? DOINGS.acknowledge : DOINGS[wanted]

const ICONS: Readonly<Record<string, IconName>> = {
  AUTH_FAILED: 'key',
  USAGE_LIMIT: 'wait',
  DISK_FULL: 'disk',
  CIRCULAR_FIX: 'loop',
  BROKEN_BUILD: 'build',
  TESTS_FAILED: 'fail',
  PERMISSION_BLOCKED: 'lock',
  NO_CHANGES: 'same',
  TIMEOUT: 'wait',
  STALLED: 'wait',
}

const hrefOf = ({ run, task }: Need): string =>
  run !== null
    ? linkFor({ page: 'run', run, tab: 'why' })
    : task !== null
      ? linkFor({ page: 'task', task })
      : '/failures'

function menuOf(need: Need, row: BoardRow | null): readonly MenuEntry[] {
  const { escalation, isSeen } = need
  return [
    ...(row === null ? [] : taskMenu(row)),
    ...(escalation === null || isSeen
      ? []
      : [
          'rule' as const,
          { name: 'Acknowledge', run: () => void runAction(deed('escalations/:n/ack', { n: escalation })) },
        ]),
  ]
}

/** `claude, then /login`: the first part is typed. A sentence of advice is only read. */
function stepOf(step: string): ItemStep {
  if (/^(?:allow|choose|fix|give|log|look|run) /.test(step)) return { words: step, command: null }
  const { command = step, rest } = /^(?<command>[^,]+), then (?<rest>.+)$/.exec(step)?.groups ?? {}
  return { words: rest === undefined ? 'On this machine' : `On this machine, then ${rest}`, command }
}

type NeedItemProps = { readonly need: Need; readonly row: BoardRow | null; readonly isFirst: boolean }

export const NeedItem: ComponentClass<NeedItemProps> = memo(
  ({ need, row, isFirst }: NeedItemProps): VNode => {
    const { key, reason, what, task, why, holds, todo, since, steps, isSeen } = need
    const { name, run } = doingOf(need)
    const held = holds === 0 ? '' : ` ${plural(holds, 'task')} cannot start.`
    return (
      <Item
        rowKey={key}
        icon={ICONS[reason ?? ''] ?? 'ask'}
        what={what}
        href={hrefOf(need)}
        number={task === null ? null : `#${task}`}
        why={<Why words={`${why}${held}${isSeen ? ' Seen.' : ''}`} code={reason} />}
        todo={todo}
        age={<Ago at={since} />}
        action={
          <button type="button" class={isFirst ? 'b main' : 'b act'} onClick={() => run(need, row)}>
            {name}
          </button>
        }
        more={menuOf(need, row)}
        steps={steps.map(stepOf)}
      />
    )
  },
)
