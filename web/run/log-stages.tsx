/** The stages of a log: each folds, and an open one shows its own part of the file. */
import type { VNode } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Follow } from '../log/follow.tsx'
import { LogText } from '../log/log-text.tsx'
import { useLog } from '../log/use-log.ts'
import { Icon } from '../parts/icon.tsx'
import { StateMark } from '../parts/state.tsx'
import { Trouble } from '../trouble.tsx'
import { bytes, clockSeconds, duration } from '../words.ts'
import type { LogPlace, ShownLog } from './log-tab.tsx'
import type { LoggedStage } from './logged-stages.ts'
import { stageName } from './verdict-words.ts'

const holds = ({ from, to }: LoggedStage, place: LogPlace): boolean =>
  typeof place === 'number' && from <= place && (to === null || place < to)

/** The stage of the wanted line. */
function wantedIn(stages: readonly LoggedStage[], place: LogPlace): LoggedStage | undefined {
  if (place === 'start') return stages[0]
  if (place === 'end') return stages.at(-1)
  return stages.find((stage) => holds(stage, place)) ?? stages.findLast(({ from }) => from <= place)
}

type StagesProps = ShownLog & { readonly stages: readonly LoggedStage[] }

const isEmpty = ({ from, to }: LoggedStage): boolean => to !== null && to <= from

export function LogStages({ stages, ...log }: StagesProps): VNode {
  const wanted = wantedIn(stages, log.place)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(wanted === undefined ? [] : [wanted.stage]))
  useEffect(() => {
    if (wanted === undefined) return
    // At the end of a live log the next stage opens, and the stage before it closes.
    const left = log.place === 'end' ? stages.at(-2)?.stage : undefined
    setOpen((before) => new Set([...[...before].filter((one) => one !== left), wanted.stage]))
  }, [log.place, stages.length])
  const toggle = (name: string): void =>
    setOpen((before) =>
      before.has(name) ? new Set([...before].filter((one) => one !== name)) : new Set([...before, name]),
    )
  return (
    <>
      {stages.map((stage) => (
        <section key={stage.stage} class="panel log-stage" aria-label={stageName(stage.stage)}>
          <Head stage={stage} isOpen={open.has(stage.stage)} onToggle={toggle} />
          {open.has(stage.stage) && !isEmpty(stage) ? (
            <StageLog {...log} place={stage === wanted ? log.place : 'start'} stage={stage} />
          ) : null}
        </section>
      ))}
    </>
  )
}

type HeadProps = {
  readonly stage: LoggedStage
  readonly isOpen: boolean
  readonly onToggle: (name: string) => void
}

const Head = ({ stage, isOpen, onToggle }: HeadProps): VNode => {
  const { stage: name, status, command } = stage
  const isShown = isOpen && !isEmpty(stage)
  return (
    <button
      type="button"
      class="stage-head"
      aria-expanded={isShown}
      disabled={isEmpty(stage)}
      onClick={() => onToggle(name)}
    >
      <Icon name={isShown ? 'down' : 'chev'} />
      <StateMark status={status} />
      <b>{stageName(name)}</b>
      <code class="cut grow dim">{command}</code>
      <span class="dim nw">{figuresOf(stage)}</span>
    </button>
  )
}

/** `12 kB · exit 1 · began 14:02:11 · took 42 s`; a stage that runs has only begun. */
const figuresOf = (stage: LoggedStage): string =>
  [
    stage.to === null ? null : isEmpty(stage) ? 'printed nothing' : bytes(stage.to - stage.from),
    stage.exitCode === null ? null : `exit ${stage.exitCode}`,
    `began ${clockSeconds(stage.startedAt)}`,
    stage.durationMs === null ? 'running' : `took ${duration(stage.durationMs)}`,
  ]
    .filter((word) => word !== null)
    .join(' · ')

function StageLog({
  run,
  place,
  sought,
  onLine,
  linkAt,
  stage,
}: ShownLog & { readonly stage: LoggedStage }): VNode {
  const { from, to } = stage
  const range = useMemo(() => ({ from, to }), [from, to])
  const view = useLog(run, place, range)
  return (
    <>
      <Trouble error={view.error} />
      <LogText view={view} sought={sought} onLine={onLine} label={`Log of ${stageName(stage.stage)}`} />
      <p class="stage-ends xs dim">
        <a href={linkAt(from)}>Beginning of this stage</a>{' '}
        <a href={linkAt(to === null ? 'end' : Math.max(from, to - 1))}>Its end</a> <Follow view={view} />
      </p>
    </>
  )
}
