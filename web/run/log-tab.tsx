/** The log: windows of it at the wanted place, one part for each stage, a search over the whole file. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor, visit } from '../address.ts'
import { api } from '../client.ts'
import { beginOf, endOf } from '../log/log-lines.ts'
import { LogSearchBar } from '../log/log-search.tsx'
import { Follow } from '../log/follow.tsx'
import { isMissing, LogText } from '../log/log-text.tsx'
import { useLog, type LogView } from '../log/use-log.ts'
import { CopyButton } from '../parts/command.tsx'
import { Empty } from '../parts/empty.tsx'
import { Trouble } from '../trouble.tsx'
import { bytes } from '../words.ts'
import { LogStages } from './log-stages.tsx'
import { loggedStages } from './logged-stages.ts'

export type LogPlace = number | 'start' | 'end'

type LogProps = { readonly detail: ShownRun; readonly at: string | null }

/** A byte of the wanted line, the beginning or the end. Without one: the line that decided. */
function placeOf(at: string | null, { run }: ShownRun): LogPlace {
  if (at === 'start' || at === 'end') return at
  if (at !== null && /^\d{1,15}$/.test(at)) return Number(at)
  if (run.endedAt === null) return 'end'
  return run.diagnosis?.evidence.find(({ byteOffset }) => byteOffset !== null)?.byteOffset ?? 'start'
}

export function LogTab({ detail, at }: LogProps): VNode {
  const { run, files } = detail
  const [sought, setSought] = useState('')
  const linkAt = (place: LogPlace): string =>
    linkFor({ page: 'run', run: run.run, tab: 'log' }, { at: `${place}` })
  // Adds no entry to the browser history: one search would add dozens.
  const open = (offset: number): void => visit(linkAt(offset), { replace: true })
  const place = placeOf(at, detail)
  const stages = loggedStages(detail)
  const hasStages = stages.length > 1 && files.log !== null
  const shown = { run: run.run, place, sought, onLine: open, linkAt }
  const search = <LogSearchBar run={run.run} onSought={setSought} onOpen={open} />
  return (
    <section class={hasStages ? 'run-log has-stages' : 'panel run-log'} aria-label={`Log of run ${run.run}`}>
      {hasStages ? (
        <>
          <div class="panel">
            <div class="cap">
              <span>worker.log, {bytes(files.log?.size ?? 0)}</span>
              <span class="grow" />
              <Links run={run.run} at={place} linkAt={linkAt} />
            </div>
            {search}
          </div>
          <LogStages {...shown} stages={stages} />
        </>
      ) : (
        <WholeLog {...shown} search={search} />
      )}
    </section>
  )
}

export type ShownLog = {
  readonly run: number
  readonly place: LogPlace
  readonly sought: string
  readonly onLine: (offset: number) => void
  readonly linkAt: (place: LogPlace) => string
}

type LinksProps = {
  readonly run: number
  readonly at: LogPlace
  readonly linkAt: (place: LogPlace) => string
}

/** The whole file, and an address that leads to the same place again. */
const Links = ({ run, at, linkAt }: LinksProps): VNode => (
  <>
    <CopyButton text={new URL(linkAt(at), location.href).href} name="Copy link" />
    <a
      class="b bare"
      href={api.runs[':id'].log.download.$path({ param: { id: `${run}` } })}
      download={`mayday-run-${run}.log`}
    >
      Download
    </a>
  </>
)

/** A log of one stage. */
function WholeLog({ run, place, sought, onLine, linkAt, search }: ShownLog & { search: VNode }): VNode {
  const view = useLog(run, place)
  if (isMissing(view))
    return (
      <Empty title="There is no log">
        <p>{view.error?.message}</p>
      </Empty>
    )
  return (
    <>
      <div class="cap">
        <Where view={view} />
        <span class="grow" />
        <a class="b bare" href={linkAt('start')}>
          Beginning
        </a>
        <a class="b bare" href={linkAt('end')}>
          End
        </a>
        <Follow view={view} />
        <Links run={run} at={place} linkAt={linkAt} />
      </div>
      {search}
      <Trouble error={view.error} />
      <LogText view={view} sought={sought} onLine={onLine} label="Log text" />
    </>
  )
}

const Where = ({ view: { lines } }: { readonly view: LogView }): VNode => (
  <span>
    {lines === null
      ? 'worker.log'
      : `worker.log: ${bytes(endOf(lines) - beginOf(lines))} of ${bytes(lines.size)}, from byte ${beginOf(lines).toLocaleString('en')}`}
  </span>
)
