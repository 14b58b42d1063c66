/** The stages of a log: each folds, and an open one shows its own part of the file. */
import type { VNode } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { ShownRun } from '../../src/views/show-run.ts'
import { LogText } from '../log/log-text.tsx'
import { useLog } from '../log/use-log.ts'
import { Icon } from '../parts/icon.tsx'
import { StateMark } from '../parts/state.tsx'
import { Trouble } from '../trouble.tsx'
import { bytes, clockSeconds, duration } from '../words.ts'
import type { LogPlace, ShownLog } from './log-tab.tsx'
import { stageName } from './verdict-words.ts'

type Stage = ShownRun['run']['stages'][number]

const holds = ({ from, to }: Stage, place: LogPlace): boolean =>
  typeof place === 'number' && from <= place && place < to

/** The stage of the wanted line. */
function wantedIn(stages: readonly Stage[], place: LogPlace): Stage | undefined {
  if (place === 'start') return stages[0]
  if (place === 'end') return stages.at(-1)
  return stages.find((stage) => holds(stage, place)) ?? stages.findLast(({ from }) => from <= place)
}

type StagesProps = ShownLog & { readonly stages: readonly Stage[] }

export function LogStages({ stages, ...log }: StagesProps): VNode {
  const wanted = wantedIn(stages, log.place)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(wanted === undefined ? [] : [wanted.stage]))
  useEffect(() => {
    if (wanted !== undefined) setOpen((before) => new Set([...before, wanted.stage]))
  }, [log.place])
  const toggle = (name: string): void =>
    setOpen((before) =>
      before.has(name) ? new Set([...before].filter((one) => one !== name)) : new Set([...before, name]),
    )
  return (
    <>
      {stages.map((stage) => (
        <section key={stage.stage} class="panel log-stage" aria-label={stageName(stage.stage)}>
          <Head stage={stage} isOpen={open.has(stage.stage)} onToggle={toggle} />
          {open.has(stage.stage) && stage.to > stage.from ? (
            <StageLog {...log} place={stage === wanted ? log.place : 'start'} stage={stage} />
          ) : null}
        </section>
      ))}
    </>
  )
}

type HeadProps = {
  readonly stage: Stage
  readonly isOpen: boolean
  readonly onToggle: (name: string) => void
}

const Head = ({ stage, isOpen, onToggle }: HeadProps): VNode => {
  const { stage: name, from, to, startedAt, durationMs, exitCode, reason, command } = stage
  const isEmpty = to <= from
  return (
    <button
      type="button"
      class="stage-head"
      aria-expanded={isOpen && !isEmpty}
      disabled={isEmpty}
      onClick={() => onToggle(name)}
    >
      <Icon name={isOpen && !isEmpty ? 'down' : 'chev'} />
      <StateMark status={reason === null ? 'succeeded' : 'failed'} />
      <b>{stageName(name)}</b>
      <code class="cut grow dim">{command}</code>
      <span class="dim nw">
        {isEmpty ? 'printed nothing' : bytes(to - from)}
        {exitCode === null ? '' : ` · exit ${exitCode}`} · began {clockSeconds(startedAt)} · took{' '}
        {duration(durationMs)}
      </span>
    </button>
  )
}

function StageLog({
  run,
  place,
  sought,
  onLine,
  linkAt,
  stage,
}: ShownLog & { readonly stage: Stage }): VNode {
  const { from, to } = stage
  const range = useMemo(() => ({ from, to }), [from, to])
  const view = useLog(run, place, range)
  return (
    <>
      <Trouble error={view.error} />
      <LogText view={view} sought={sought} onLine={onLine} label={`Log of ${stageName(stage.stage)}`} />
      <p class="stage-ends xs dim">
        <a href={linkAt(from)}>Beginning of this stage</a>{' '}
        <a href={linkAt(Math.max(from, to - 1))}>Its end</a>
      </p>
    </>
  )
}
