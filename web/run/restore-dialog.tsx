import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Restore } from '../../src/views/restore.ts'
import { useActions } from '../actions.ts'
import { useAsked } from '../asked.ts'
import { api, deed, question } from '../client.ts'
import { Dialog } from '../dialog.tsx'

type Props = { readonly task: number; readonly snapshot: number; readonly onClose: () => void }

const SAVED_FIRST =
  'Restores these files from this snapshot. Their current state is saved first as another snapshot, so nothing is lost.'

/** Lists the files that would change, and restores exactly these. */
export function RestoreDialog({ task, snapshot, onClose }: Props): VNode {
  const [others, setOthers] = useState(false)
  const [cards, setCards] = useState(false)
  const param = { n: `${task}` }
  const wish = { snapshot, others, cards }
  const { answer, error } = useAsked(question(api.tasks[':n'].restore, { param, query: wish }))
  const { run, busy } = useActions()
  const files = [...(answer?.changes ?? []), ...(answer?.kept ?? [])]
  const restore = (): void =>
    void run(deed(api.tasks[':n'].restore, { param, json: { ...wish, confirm: answer?.confirm ?? null } }))
  return (
    <Dialog title={titleOf(snapshot, error === null)} onClose={onClose}>
      <p>{error === null ? SAVED_FIRST : error.message}</p>
      {answer === null ? <p>{error === null ? 'Asking what it would touch …' : ''}</p> : null}
      {answer?.isSame === true ? <p>Nothing would change.</p> : null}
      <Files title="It would touch" files={answer?.changes ?? []} />
      <Files title="Left as they are" files={answer?.kept ?? []} />
      {files.some(({ isCard, tasks }) => !isCard && tasks.length > 0) ? (
        <Choice label="Also what other tasks worked on since" isOn={others} onChange={setOthers} />
      ) : null}
      {files.some(({ isCard }) => isCard) ? (
        <Choice label="Also cards" isOn={cards} onChange={setCards} />
      ) : null}
      <form method="dialog" class="bs buttons">
        <button class="b">{error === null ? 'Keep things as they are' : 'Close'}</button>
        {error === null ? (
          <button class="b main" disabled={busy || answer === null || answer.isSame} onClick={restore}>
            Restore
          </button>
        ) : null}
      </form>
    </Dialog>
  )
}

const titleOf = (snapshot: number, isPossible: boolean): string =>
  isPossible ? `Restore snapshot ${snapshot}?` : `Snapshot ${snapshot} cannot be restored now`

type Choosing = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }

const Choice = ({ label, isOn, onChange }: Choosing): VNode => (
  <label>
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />{' '}
    {label}
  </label>
)

const SHOWN = 20

const SIGNS = { written: '+', changed: '~', removed: '-' } as const

type Listed = { readonly title: string; readonly files: Restore['changes'] }

function Files({ title, files }: Listed): VNode | null {
  if (files.length === 0) return null
  const more = files.length - SHOWN
  return (
    <>
      <p>{title}:</p>
      <ul class="s mono">
        {files.slice(0, SHOWN).map(({ path, change, isCard, tasks }) => (
          <li key={path}>
            {SIGNS[change]} {path}
            {isCard
              ? ' (a card)'
              : tasks.length === 0
                ? ''
                : ` (work of task ${tasks.join(', ')} since then)`}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </>
  )
}
