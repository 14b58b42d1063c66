import type { ComponentClass, VNode } from 'preact'
import type { BoardRow } from '../src/views/board-row.ts'
import { Chip } from './chip.tsx'
import { memo } from './memo.ts'
import { Ago, Doing, Quiet, Since, WaitWords } from './next-step.tsx'
import { attemptsWords } from './words.ts'

/** Two lines of title, the chip, two lines of text and the footer: see `.tile` in styles/3-board.css. */
export const TILE_PX = 126

type TaskTileProps = { readonly row: BoardRow; readonly isOpen: boolean; readonly href: string }

export const TaskTile: ComponentClass<TaskTileProps> = memo(({ row, isOpen, href }: TaskTileProps): VNode => {
  const { task, title, status, reason, problem } = row
  return (
    <a
      class={`tile is-${status}${problem === null ? '' : ' has-problem'}`}
      href={href}
      aria-current={isOpen ? 'true' : undefined}
      data-task={task}
    >
      <span class="tile-title">
        <span class="tile-name">{title}</span>
        <span class="number">#{task}</span>
      </span>
      <span class="tile-state">
        <Chip status={status} reason={reason} />
        {problem === null ? null : (
          <span class="chip is-problem" title={problem}>
            ! Impossible state
          </span>
        )}
        <TileSays row={row} />
      </span>
      <span class="tile-meta">
        <TileMeta row={row} />
      </span>
    </a>
  )
})

/** The one thing to know: what it does, what comes next, or what came out. */
function TileSays({ row: { waiting, live, summary, title } }: { readonly row: BoardRow }): VNode | null {
  if (waiting !== null) return <WaitWords wait={waiting} title={title} />
  if (live !== null) return <Doing live={live} />
  return summary === null ? null : <span class="says">{summary}</span>
}

function TileMeta({ row }: { readonly row: BoardRow }): VNode {
  const { agent, phase, flow, live, startedAt, lastActivityAt } = row
  return (
    <>
      <span class="tile-where">
        {[agent, phase === null ? null : `phase ${phase}`, flow === 'implement' ? null : flow]
          .filter((word) => word !== null)
          .join(' · ') || 'command'}
      </span>
      <span title="attempts that count, of those it has">{attemptsWords(row)}</span>
      {live !== null && startedAt !== null ? (
        <>
          <Since at={startedAt} />
          <Quiet since={lastActivityAt} />
        </>
      ) : (
        <Ago at={lastActivityAt} />
      )}
    </>
  )
}
