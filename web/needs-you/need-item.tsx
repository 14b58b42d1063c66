import type { ComponentClass, VNode } from 'preact'
import type { BoardRow } from '../../src/views/board-row.ts'
import type { Reason } from '../../src/reasons/reason.ts'
import type { Need } from '../../src/views/needs.ts'
import { acknowledge } from '../deeds/escalation-deeds.ts'
import { doingOf, needHref } from '../deeds/need-deeds.ts'
import { taskMenu } from '../deeds/task-deeds.ts'
import { memo } from '../memo.ts'
import { Age } from '../next-step.tsx'
import type { IconName } from '../parts/icon.tsx'
import { Item } from '../parts/item.tsx'
import type { MenuEntry } from '../parts/menu.tsx'
import { stepOf } from '../parts/steps.ts'
import { Why } from '../parts/why.tsx'
import { plural } from '../words.ts'

/** Pictures only: what a reason means and what helps comes with the need. */
const ICONS: Readonly<Record<string, IconName>> & Readonly<Partial<Record<Reason, IconName>>> = {
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

function menuOf(need: Need, row: BoardRow | null): readonly MenuEntry[] {
  const { escalation, isSeen, what } = need
  return [
    ...(row === null ? [] : taskMenu(row)),
    ...(escalation === null || isSeen
      ? []
      : ['rule' as const, { name: 'Acknowledge…', run: () => acknowledge(escalation, what) }]),
  ]
}

type NeedItemProps = {
  readonly need: Need
  readonly row: BoardRow | null
  readonly isFirst: boolean
  readonly onDo: (need: Need) => void
}

export const NeedItem: ComponentClass<NeedItemProps> = memo(
  ({ need, row, isFirst, onDo }: NeedItemProps): VNode => {
    const { key, reason, what, task, why, holds, todo, since, steps, isSeen } = need
    const { name } = doingOf(need)
    const held = holds === 0 ? '' : ` ${plural(holds, 'task')} cannot start.`
    return (
      <Item
        rowKey={key}
        icon={ICONS[reason ?? ''] ?? 'ask'}
        what={what}
        href={needHref(need)}
        number={task === null ? null : `#${task}`}
        why={<Why words={`${why}${held}${isSeen ? ' Seen.' : ''}`} code={reason} />}
        todo={todo}
        age={<Age at={since} />}
        action={
          <button type="button" class={isFirst ? 'b main' : 'b act'} onClick={() => onDo(need)}>
            {name}
          </button>
        }
        more={menuOf(need, row)}
        steps={steps.map(stepOf)}
      />
    )
  },
)
