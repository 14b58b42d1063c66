/** The lines that decided, each in its context. */
import type { VNode } from 'preact'
import type { ShownRun } from '../../src/views/show-run.ts'
import { linkFor } from '../address.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { Captioned, Excerpt, type ExcerptLine } from '../parts/excerpt.tsx'
import { Icon } from '../parts/icon.tsx'
import { contextOf } from './context-lines.ts'
import { stageName } from './verdict-words.ts'

type Found = NonNullable<ShownRun['run']['diagnosis']>['evidence'][number]

export function Evidence({ detail }: { readonly detail: ShownRun }): VNode | null {
  const { run } = detail
  const found = run.diagnosis?.evidence ?? []
  if (run.diagnosis === null) return null
  const tone = run.statusThatCounts === 'failed' ? 'fail' : 'ok'
  return (
    <section class="sec">
      <h2>{found.length > 1 ? 'The lines that show it' : 'The line that shows it'}</h2>
      {found.length === 0 ? <p class="sub">No line decided. Only the exit status shows it.</p> : null}
      {found.map((one, at) => (
        <Piece key={at} detail={detail} found={one} tone={tone} label={`Excerpt ${at + 1}`} />
      ))}
    </section>
  )
}

/** So much of the log around the line is asked for. */
const BEFORE_BYTES = 1500
const WINDOW_BYTES = 4096

type PieceProps = {
  readonly detail: ShownRun
  readonly found: Found
  readonly tone: 'fail' | 'ok'
  readonly label: string
}

function Piece({ detail, found, tone, label }: PieceProps): VNode {
  const { run } = detail
  const { byteOffset, newSince, context } = found
  const isLogged = isInLog(detail, found)
  const lines = useLines(detail, found, isLogged)
  return (
    <Captioned
      caption={captionOf(detail, found, lines)}
      action={isLogged && byteOffset !== null ? <OpenInLog run={run.run} at={byteOffset} /> : null}
    >
      <Excerpt label={label} lines={lines} tone={tone} />
      {context === undefined || isShown(context, lines) ? null : (
        <p class="below s sub">
          Before it: <code>{context}</code>
        </p>
      )}
      {newSince === undefined ? null : <p class="below s sub">New since {newSince}.</p>}
    </Captioned>
  )
}

/** Evidence of a transcript or another file is not in the log. */
const isInLog = ({ files }: ShownRun, { byteOffset, file }: Found): boolean =>
  byteOffset !== null &&
  files.log !== null &&
  (file === null || file === files.log.path || file.endsWith('worker.log'))

/** The proving line in its context; alone until the log has answered. */
function useLines({ run }: ShownRun, found: Found, isLogged: boolean): readonly ExcerptLine[] {
  const { byteOffset, excerpt, line } = found
  const from = Math.max(0, (byteOffset ?? 0) - BEFORE_BYTES)
  const { answer } = useAsked(
    isLogged
      ? question(api.runs[':id'].log, { param: { id: `${run.run}` }, query: { from, bytes: WINDOW_BYTES } })
      : null,
  )
  if (answer === null || byteOffset === null) return [{ number: line, text: excerpt, isProof: true }]
  return contextOf(answer, { byteOffset, excerpt, line, within: stageAt(run.stages, byteOffset) })
}

const OpenInLog = ({ run, at }: { readonly run: number; readonly at: number }): VNode => (
  <a class="b bare" href={linkFor({ page: 'run', run, tab: 'log' }, { at: `${at}` })}>
    Open in the log <Icon name="chev" />
  </a>
)

const isShown = (context: string, lines: readonly ExcerptLine[]): boolean =>
  lines.some(({ text }) => text.includes(context.trim()))

type Stage = ShownRun['run']['stages'][number]

const stageAt = (stages: readonly Stage[], byteOffset: number | null): Stage | undefined =>
  stages.find(({ from, to }) => byteOffset !== null && from <= byteOffset && byteOffset < to)

function captionOf(
  { run }: ShownRun,
  { byteOffset, file, source }: Found,
  lines: readonly ExcerptLine[],
): string {
  const stage = stageAt(run.stages, byteOffset)
  const numbers = lines.flatMap(({ number }) => (number === null ? [] : [number]))
  const [first, last] = [numbers[0], numbers.at(-1)]
  const where =
    first === undefined ? '' : first === last ? `, line ${first}` : `, lines ${first} to ${last ?? first}`
  if (byteOffset === null) return source === 'mayday' ? 'Mayday itself saw it' : 'How the process ended'
  return `${stage === undefined ? (file ?? 'The log') : stageName(stage.stage)}${where}`
}
