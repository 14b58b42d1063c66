/** The lines of one changed file. They are asked for when the file is opened. */
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Changes } from '../../src/views/changes.ts'
import type { Piece } from '../highlight/highlight.ts'
import { useAsked } from '../asked.ts'
import { api, question } from '../client.ts'
import { showInvisible } from '../show-invisible.ts'
import { Trouble } from '../trouble.tsx'
import { anchorOf, countsOf } from './file-tree.tsx'
import { pairMarks, type MarkedLine } from './pair-marks.ts'
import { segmentsOf, type Segment } from './segments.ts'
import { useHighlight } from './use-highlight.ts'

type File = Changes['files'][number]

/** A larger difference and a deleted file are folded. */
const MOST_OPEN_LINES = 400
const WHOLE_FILE = 1_000_000

type SectionProps = {
  readonly run: number
  readonly file: File
  readonly against: Changes['against']
  readonly isFirst: boolean
}

export function FileSection({ run, file, against, isFirst }: SectionProps): VNode {
  const isShort = (file.added ?? 0) + (file.removed ?? 0) <= MOST_OPEN_LINES
  const hasLines = file.added !== null && file.change !== 'mode'
  const [isOpen, setOpen] = useState(isFirst && isShort && hasLines && file.change !== 'deleted')
  const [isWhole, setWhole] = useState(false)
  return (
    <section class="panel diff" id={anchorOf(file.path)} aria-label={file.path}>
      <div class={isOpen ? 'cap' : 'cap folded'}>
        <b class="mono">{file.oldPath === null ? file.path : `${file.oldPath} → ${file.path}`}</b>
        <span>{changeWords(file)}</span>
        <span class="bs">
          {isOpen && hasLines ? (
            <button type="button" class="b bare" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Only changes' : 'Whole file'}
            </button>
          ) : null}
          {hasLines ? (
            <button type="button" class="b bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Fold' : 'Show'}
            </button>
          ) : null}
        </span>
      </div>
      {isOpen ? <Lines run={run} file={file} against={against} isWhole={isWhole} /> : null}
    </section>
  )
}

function changeWords(file: File): string {
  const counts = countsOf(file)
  switch (file.change) {
    case 'added':
      return `new, ${counts}`
    case 'deleted':
      return `deleted, ${counts}`
    case 'renamed':
      return `renamed${counts === '' ? '' : `, ${counts}`}`
    case 'mode':
      return `mode ${file.oldMode ?? ''} → ${file.newMode ?? ''}`
    case 'type':
      return `its type changed, ${counts}`
    case 'changed':
      return counts
  }
}

type LinesProps = Omit<SectionProps, 'isFirst'> & { readonly isWhole: boolean }

function Lines({ run, file, against, isWhole }: LinesProps): VNode {
  const { answer, error } = useAsked(
    question(api.runs[':id'].diff, {
      param: { id: `${run}` },
      query: { path: file.path, against, context: isWhole ? WHOLE_FILE : null },
    }),
  )
  const marked = useMemo(() => (answer === null ? [] : pairMarks(answer.lines)), [answer])
  const pieces = useHighlight(answer?.lines ?? null, file.path)
  return (
    <>
      <Trouble error={error} />
      <div
        class="code"
        tabIndex={0}
        role="region"
        aria-label={`Changes in ${file.path}`}
        aria-busy={answer === null}
      >
        {marked.map((line, at) => (
          <Line key={at} line={line} pieces={pieces?.[at]} />
        ))}
      </div>
      {answer?.isCut === true ? (
        <p class="below s sub">The difference goes on. See: mayday diff {run}</p>
      ) : null}
    </>
  )
}

const CLASSES = { hunk: 'ln h', same: 'ln', added: 'ln a', removed: 'ln d', note: 'ln h' } as const
const SIGNS = { hunk: '@@ ', same: ' ', added: '+', removed: '-', note: '' } as const

function shownSegment({ text, isMarked, kind }: Segment, at: number): VNode | string {
  const shown = showInvisible(text)
  const look = kind === 'plain' ? undefined : `t-${kind}`
  if (isMarked)
    return (
      <mark key={at} class={look}>
        {shown}
      </mark>
    )
  return look === undefined ? (
    shown
  ) : (
    <span key={at} class={look}>
      {shown}
    </span>
  )
}

type LineProps = { readonly line: MarkedLine; readonly pieces: readonly Piece[] | undefined }

const Line = ({ line: { kind, old, new: now, parts }, pieces }: LineProps): VNode => (
  <div class={CLASSES[kind]}>
    <i>{kind === 'hunk' ? '' : (old ?? '')}</i>
    <i>{kind === 'hunk' ? '' : (now ?? '')}</i>
    <span>
      {SIGNS[kind]}
      {segmentsOf(parts, pieces).map(shownSegment)}
    </span>
  </div>
)
