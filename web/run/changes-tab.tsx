/** What the run changed: its files, and the lines of each. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Changes } from '../../src/views/changes.ts'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { RestoreDialog } from './restore-dialog.tsx'
import { Command } from '../parts/command.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icon.tsx'
import { Trouble } from '../trouble.tsx'
import { count, longTime, plural } from '../words.ts'
import { FileSection } from './file-section.tsx'
import { FileTree } from './file-tree.tsx'

/** So many are drawn at once; the rest follow on request. */
const PAGE = 40

type ChangesProps = { readonly detail: ShownRun; readonly against: string }

export function ChangesTab({ detail, against }: ChangesProps): VNode {
  const { run } = detail
  const { answer, error } = useAsked(
    question(api.runs[':id'].changes, { param: { id: `${run.run}` }, query: { against } }),
    run.endedAt,
  )
  const [isWrapped, setWrapped] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const newest = detail.snapshots.at(-1)
  return (
    <>
      <div class="tools">
        <Against detail={detail} against={against} />
        {answer === null || answer.files.length === 0 ? null : (
          <span class="s sub">
            {plural(answer.files.length + answer.omitted, 'file')}, +{count(answer.added)} −
            {count(answer.removed)}
          </span>
        )}
        <span class="grow hide-s" />
        {answer === null || answer.files.length === 0 ? null : (
          <WrapButton isOn={isWrapped} set={setWrapped} />
        )}
        {newest === undefined || run.endedAt === null || answer?.files.length === 0 ? null : (
          <button type="button" class="b" onClick={() => setRestoring(true)}>
            Undo these changes…
          </button>
        )}
      </div>
      <Trouble error={error} />
      {answer === null ? null : (
        <Listed key={against} answer={answer} detail={detail} isWrapped={isWrapped} />
      )}
      {isRestoring && newest !== undefined ? (
        <RestoreDialog task={run.task} snapshot={newest.number} onClose={() => setRestoring(false)} />
      ) : null}
    </>
  )
}

type WrapProps = { readonly isOn: boolean; readonly set: (isOn: boolean) => void }

const WrapButton = ({ isOn, set }: WrapProps): VNode => (
  <button type="button" class="b bare" aria-pressed={isOn} onClick={() => set(!isOn)}>
    Wrap lines
  </button>
)

/** What it is compared with: links, so that each comparison has an address. */
function Against({ detail, against }: ChangesProps): VNode | null {
  const { run, attempts } = detail
  const at = attempts.findIndex((one) => one.run === run.run)
  const before = attempts[at - 1]
  if (attempts.length < 2) return null
  const choices: readonly (readonly [string, string])[] = [
    ['before', 'This run'],
    ...(before === undefined ? [] : [[`${before.run}`, `Against attempt ${before.attempt}`] as const]),
    ['start', 'Whole task'],
  ]
  return (
    <div class="seg" role="group" aria-label="Compare">
      {choices.map(([word, name]) => (
        <a
          key={word}
          href={linkFor(
            { page: 'run', run: run.run, tab: 'changes' },
            { against: word === 'before' ? '' : word },
          )}
          aria-current={word === against ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </div>
  )
}

type ListedProps = { readonly answer: Changes; readonly detail: ShownRun; readonly isWrapped: boolean }

function Listed({ answer, detail, isWrapped }: ListedProps): VNode {
  const [shown, setShown] = useState(PAGE)
  const { files, why, unkept, leftOut, omitted, rolledBackAt } = answer
  if (files.length === 0)
    return (
      <Empty title={why ?? 'No difference was left'}>
        {unkept.length === 0 ? null : <p>Changed files: {unkept.slice(0, 40).join(', ')}</p>}
      </Empty>
    )
  return (
    <>
      {rolledBackAt === null ? null : <RolledBack at={rolledBackAt} />}
      <div class="split">
        <div class="panel tree">
          <FileTree files={files} onPick={(at) => setShown((now) => Math.max(now, at + 1))} />
          <Notes leftOut={leftOut} unkept={unkept} omitted={omitted} />
        </div>
        <div class={isWrapped ? 'diffs wrapped' : 'diffs'}>
          {files.slice(0, shown).map((file, at) => (
            <FileSection
              key={file.path}
              run={detail.run.run}
              file={file}
              against={answer.against}
              isFirst={at < 10}
            />
          ))}
          {files.length <= shown ? null : (
            <button type="button" class="b more-files" onClick={() => setShown(shown + PAGE)}>
              Show {Math.min(PAGE, files.length - shown)} more of {count(files.length)} files
            </button>
          )}
          <p class="s sub">The same in a terminal:</p>
          <Command command={`mayday diff ${detail.run.run}`} />
        </div>
      </div>
    </>
  )
}

const RolledBack = ({ at }: { readonly at: string }): VNode => (
  <p class="note">
    <Icon name="loop" />
    <span class="grow">Mayday went back behind these changes on {longTime(at)}. They are kept here.</span>
  </p>
)

type NotesProps = Pick<Changes, 'leftOut' | 'unkept' | 'omitted'>

function Notes({ leftOut, unkept, omitted }: NotesProps): VNode | null {
  const notes = [
    leftOut === 0
      ? null
      : `${plural(leftOut, 'file')} that this run did not change ${leftOut === 1 ? 'is' : 'are'} left out.`,
    unkept.length === 0
      ? null
      : `Without a difference to show: ${unkept.slice(0, 10).join(', ')}${unkept.length > 10 ? ' …' : ''}`,
    omitted === 0 ? null : `${plural(omitted, 'more file')} not listed.`,
  ].filter((note) => note !== null)
  return notes.length === 0 ? null : <p class="xs dim tree-note">{notes.join(' ')}</p>
}
