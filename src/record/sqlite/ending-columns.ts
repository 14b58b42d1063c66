/** An ending in two columns: its kind, and the details of that kind. */
import { stopCauses, type Ending } from '../../reasons/ending.ts'
import { among, text, textOrNull, type Row } from './row.ts'

/** Both directions of each kind are side by side, and the compiler requires every kind. */
const columns: {
  readonly [Kind in Ending['kind']]: {
    readonly write: (ending: Extract<Ending, { kind: Kind }>) => string | null
    readonly read: (row: Row) => Extract<Ending, { kind: Kind }>
  }
} = {
  'never-started': { write: () => null, read: () => ({ kind: 'never-started' }) },
  stopped: { write: ({ by }) => by, read: (row) => ({ kind: 'stopped', by: stopCauseIn(row) }) },
  signal: {
    write: ({ signal }) => signal,
    read: (row) => ({ kind: 'signal', signal: text(row, 'ending_detail') }),
  },
  lost: { write: () => null, read: () => ({ kind: 'lost' }) },
  exit: { write: ({ code }) => String(code), read: (row) => ({ kind: 'exit', code: exitCodeIn(row) }) },
  unknown: { write: () => null, read: () => ({ kind: 'unknown' }) },
}

export function endingColumns(ending: Ending): { ending: string; ending_detail: string | null } {
  return { ending: ending.kind, ending_detail: detailOf(ending) }
}

const detailOf = <Kind extends Ending['kind']>(ending: Extract<Ending, { kind: Kind }>): string | null =>
  columns[ending.kind].write(ending)

/** Null if the run has not ended. An invalid row is an error of that row. */
export function endingIn(row: Row): Ending | null {
  const kind = textOrNull(row, 'ending')
  if (kind === null) return null
  if (!isKind(kind)) throw new TypeError(`its ending is '${kind}'`)
  return columns[kind].read(row)
}

const isKind = (word: string): word is Ending['kind'] => Object.hasOwn(columns, word)

function stopCauseIn(row: Row): (typeof stopCauses)[number] {
  const by = among(stopCauses, row, 'ending_detail')
  if (by === null) throw new TypeError(`its ending_detail is '${String(row['ending_detail'])}'`)
  return by
}

function exitCodeIn(row: Row): number {
  const code = Number(text(row, 'ending_detail'))
  if (!Number.isInteger(code)) throw new TypeError(`its ending_detail is '${String(row['ending_detail'])}'`)
  return code
}
