/** A turn while it is read, and its entry in the story when it is over. */
import type { Stage } from '../../reasons/stages.ts'
import type { Clip } from './clip.ts'
import type { StoryEntry, StoryTurn, ToolEntry } from './story-schema.ts'

export type Place = { readonly offset: number; readonly line: number }

/** One command of the run besides the agent. */
export type StageHead = {
  readonly stage: Stage
  readonly command: string | null
  readonly exitCode: number | null
  readonly durationMs: number | null
  readonly startedAt: string | null
}

export type OpenEntry = {
  readonly finish: () => StoryEntry
  readonly kind: StoryEntry['kind']
  readonly clip: Clip
  readonly id: string
  result: { readonly clip: Clip; isError: boolean; readonly place: Place } | null
}

export type OpenTurn = {
  readonly kind: StoryTurn['kind']
  readonly turn: number | null
  readonly head: StageHead | null
  readonly place: Place
  readonly continues: boolean
  readonly entries: OpenEntry[]
  answer: string
  hasResult: boolean
  firstMs: number | null
  lastMs: number | null
  costUsd: number | null
  tokens: number | null
  calls: number
  errors: number
  waits: number
  gist: string
  to: number
}

type Beginning = Pick<OpenTurn, 'kind' | 'turn' | 'head' | 'place' | 'continues'>

export const openTurn = (beginning: Beginning): OpenTurn => ({
  ...beginning,
  entries: [],
  answer: '',
  hasResult: false,
  firstMs: null,
  lastMs: null,
  costUsd: null,
  tokens: null,
  calls: 0,
  errors: 0,
  waits: 0,
  gist: '',
  to: beginning.place.offset,
})

/** `after` is the next turn of the same part. */
export function finishTurn(turn: OpenTurn, after: OpenTurn | null, isBrief: boolean): StoryTurn {
  const { kind, head, place, continues, costUsd, tokens, calls, errors, waits, gist, to, firstMs } = turn
  const entries = isBrief ? [] : turn.entries.map(({ finish }) => finish())
  return {
    kind,
    turn: turn.turn,
    stage: head?.stage ?? (kind === 'turn' ? 'agent_run' : null),
    command: head?.command ?? null,
    exitCode: head?.exitCode ?? null,
    continues,
    ...placed(place, firstMs ?? undefined),
    to,
    durationMs: head?.durationMs ?? spanOf(turn, after),
    costUsd,
    tokens,
    calls,
    errors,
    waits,
    gist,
    entries: entries.filter((entry) => entry.kind === 'tool' || entry.text !== ''),
  }
}

/** Until the next turn began, else until its last time. */
function spanOf({ kind, firstMs, lastMs }: OpenTurn, after: OpenTurn | null): number | null {
  if (kind !== 'turn' || firstMs === null) return null
  const end = (after?.kind === 'turn' ? after.firstMs : null) ?? lastMs ?? firstMs
  return end > firstMs ? Math.round(end - firstMs) : null
}

export function resultOf({ result }: OpenEntry): ToolEntry['result'] {
  if (result === null) return null
  const { clip, isError, place } = result
  return { ...clip.shown, isError, lines: clip.lines, ...place }
}

export const placed = (
  { offset, line }: Place,
  atMs: number | undefined,
): { readonly offset: number; readonly line: number; readonly at: string | null } => ({
  offset,
  line,
  at: atMs === undefined ? null : new Date(atMs).toISOString(),
})
