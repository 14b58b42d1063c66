/** The log: windows of it at the wanted place, its stages, a search over the whole file. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor, visit } from '../address.ts'
import { usePageKeys } from '../keys.ts'
import { beginOf, endOf } from '../log/log-lines.ts'
import { LogSearchBar } from '../log/log-search.tsx'
import { isMissing, LogText } from '../log/log-text.tsx'
import { useLog, type LogView } from '../log/use-log.ts'
import { StateMark } from '../parts/state.tsx'
import { Empty } from '../parts/empty.tsx'
import { Trouble } from '../trouble.tsx'
import { bytes, clockSeconds, duration } from '../words.ts'
import { stageName } from './verdict-words.ts'

type LogProps = { readonly detail: ShownRun; readonly at: string | null }

/** A byte of the wanted line, the beginning or the end. Without one: the line that decided. */
function placeOf(at: string | null, { run }: ShownRun): number | 'start' | 'end' {
  if (at === 'start' || at === 'end') return at
  if (at !== null && /^\d{1,15}$/.test(at)) return Number(at)
  if (run.endedAt === null) return 'end'
  return run.diagnosis?.evidence.find(({ byteOffset }) => byteOffset !== null)?.byteOffset ?? 'start'
}

export function LogTab({ detail, at }: LogProps): VNode {
  const { run } = detail
  const view = useLog(run.run, placeOf(at, detail))
  const [sought, setSought] = useState('')
  const { isFollowing, follow } = view
  const linkAt = (place: string): string => linkFor({ page: 'run', run: run.run, tab: 'log' }, { at: place })
  usePageKeys({ f: () => follow(!isFollowing) })
  if (isMissing(view))
    return (
      <Empty title="There is no log">
        <p>{view.error?.message}</p>
      </Empty>
    )
  return (
    <section class="panel run-log" aria-label={`Log of run ${run.run}`}>
      <div class="cap">
        <Where view={view} />
        <span class="grow" />
        <a class="b bare" href={linkAt('start')}>
          Beginning
        </a>
        <a class="b bare" href={linkAt('end')}>
          End
        </a>
        {view.lines?.isLive === true ? (
          <label class="follow">
            <input
              type="checkbox"
              checked={isFollowing}
              onChange={(event) => follow(event.currentTarget.checked)}
            />{' '}
            Follow
          </label>
        ) : null}
        <Download run={run.run} view={view} />
      </div>
      <Stages detail={detail} linkAt={linkAt} />
      <LogSearchBar
        run={run.run}
        onSought={setSought}
        // Adds no entry to the browser history: one search would add dozens.
        onOpen={(offset) => visit(linkAt(`${offset}`), { replace: true })}
      />
      <Trouble error={view.error} />
      <LogText view={view} sought={sought} />
    </section>
  )
}

const Where = ({ view: { lines } }: { readonly view: LogView }): VNode => (
  <span>
    {lines === null
      ? 'worker.log'
      : `worker.log: ${bytes(endOf(lines) - beginOf(lines))} of ${bytes(lines.size)}, from byte ${beginOf(lines).toLocaleString('en')}`}
  </span>
)

type DownloadProps = { readonly run: number; readonly view: LogView }

/** What is loaded, as a file. The whole log: mayday logs. */
function Download({ run, view: { lines } }: DownloadProps): VNode | null {
  if (lines === null || lines.size === 0) return null
  const save = (): void => {
    const text = lines.blocks.flatMap((block) => block.lines.map((line) => `${line.text}\n`)).join('')
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `mayday-run-${run}.log`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
  }
  const isWhole = beginOf(lines) === 0 && endOf(lines) === lines.size
  return (
    <button
      type="button"
      class="b bare"
      title={isWhole ? undefined : `The part that is loaded. For all of it: mayday logs ${run}`}
      onClick={save}
    >
      {isWhole ? 'Download' : 'Download this part'}
    </button>
  )
}

type StagesProps = { readonly detail: ShownRun; readonly linkAt: (place: string) => string }

/** Where each stage begins, when, and how it ended. */
function Stages({ detail: { run }, linkAt }: StagesProps): VNode | null {
  if (run.stages.length < 2) return null
  return (
    <nav class="log-stages s" aria-label="Stages">
      {run.stages.map(({ stage, from, to, startedAt, durationMs, reason }) => (
        <a key={stage} href={linkAt(`${from}`)}>
          <StateMark status={reason === null ? 'succeeded' : 'failed'} />
          <b>{stageName(stage)}</b>
          <span class="dim">
            {clockSeconds(startedAt)} · {duration(durationMs)} · {bytes(to - from)}
          </span>
        </a>
      ))}
    </nav>
  )
}
