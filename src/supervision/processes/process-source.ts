import type { FoundProcess, IoBytes, Processes, ProcessIdentity, ProcessState } from './processes.ts'

/** The boot, PID namespace and host of this Mayday. */
export type Place = Pick<ProcessIdentity, 'boot' | 'namespace' | 'host'>

export type ProcessRow = {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly startedAt: string
  /** Exited, and not waited for yet. */
  readonly zombie: boolean
  readonly cpuMs: number
}

/** The functions that differ between systems. `overSource` does the rest. */
export type ProcessSource = {
  readonly kind: Processes['kind']
  readonly place: Place
  readonly rows: (pids?: readonly number[]) => ProcessRow[]
  /** Processes with this tag that started at or after the instant. */
  readonly tagged: (value: string, from: number) => ProcessRow[]
  /** A number that grows with the start time. */
  readonly instant: (startedAt: string) => number
  readonly io: (pid: number) => IoBytes | null
  readonly isFirstInside: (pid: number) => boolean
}

/** Whether a process has this pid; false only if the system says that none has. */
const isTaken = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

const judge = (identity: ProcessIdentity, row: ProcessRow | undefined, place: Place): ProcessState => {
  if (identity.host !== place.host) return 'unknown'
  if (identity.boot !== place.boot) return 'dead'
  if (identity.namespace !== place.namespace) return 'unknown'
  // A process table may hide other users' processes, so a missing row proves nothing.
  if (row === undefined) return isTaken(identity.pid) ? 'unknown' : 'dead'
  return row.zombie || row.startedAt !== identity.startedAt ? 'dead' : 'alive'
}

/**
 * Maps parents to children. The members of a process group count
 * as children of the process that the group is named after.
 */
const childrenOf = (rows: readonly ProcessRow[]): Map<number, ProcessRow[]> => {
  const children = new Map<number, ProcessRow[]>()
  const put = (under: number, row: ProcessRow): void => {
    const list = children.get(under)
    if (list === undefined) children.set(under, [row])
    else list.push(row)
  }
  for (const row of rows) {
    put(row.parent, row)
    if (row.group !== row.pid && row.group !== row.parent) put(row.group, row)
  }
  return children
}

const descend = (root: number, children: ReadonlyMap<number, ProcessRow[]>): ProcessRow[] => {
  const seen = new Map<number, ProcessRow>()
  const pending = [root]
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    for (const row of children.get(pid) ?? []) {
      if (row.pid === root || seen.has(row.pid)) continue
      seen.set(row.pid, row)
      pending.push(row.pid)
    }
  }
  return [...seen.values()]
}

const climb = (pid: number, rows: readonly ProcessRow[]): ProcessRow[] => {
  const byPid = new Map(rows.map((row) => [row.pid, row]))
  const line: ProcessRow[] = []
  for (let row = byPid.get(pid); row !== undefined; row = byPid.get(row.parent)) {
    if (line.includes(row)) break
    line.push(row)
  }
  return line
}

/** Everything that can be derived from the rows of the process table. */
export const overSource = (source: ProcessSource): Processes => {
  const { place } = source
  const identityOf = ({ pid, startedAt }: ProcessRow): ProcessIdentity => ({ pid, startedAt, ...place })
  const found = (rows: readonly ProcessRow[]): FoundProcess[] =>
    rows
      .filter((row) => !row.zombie)
      .map((row) => ({ ...identityOf(row), parent: row.parent, group: row.group }))
  const identify = (pid: number): ProcessIdentity | null => {
    const row = source.rows([pid])[0]
    return row === undefined ? null : identityOf(row)
  }
  let self: ProcessIdentity | undefined
  return {
    kind: source.kind,
    self: () => (self ??= identify(process.pid) ?? { pid: process.pid, startedAt: '', ...place }),
    identify,
    state: (identity) => judge(identity, source.rows([identity.pid])[0], place),
    living: (identities) => {
      const rows = new Map(source.rows(identities.map(({ pid }) => pid)).map((row) => [row.pid, row]))
      return identities.filter((identity) => judge(identity, rows.get(identity.pid), place) === 'alive')
    },
    tree: (pid) => found(descend(pid, childrenOf(source.rows()))),
    tagged: (value, since) =>
      found(source.tagged(value, since === undefined ? 0 : source.instant(since.startedAt))),
    lineage: (pid) => found(climb(pid, source.rows())),
    usage: (pids) => {
      const rows = source.rows()
      const children = childrenOf(rows)
      const own = new Map(rows.map((row) => [row.pid, row.cpuMs]))
      const sum = (pid: number): number =>
        descend(pid, children).reduce((total, row) => total + row.cpuMs, own.get(pid) ?? 0)
      return new Map(pids.filter((pid) => own.has(pid)).map((pid) => [pid, sum(pid)]))
    },
    io: source.io,
    isFirstInside: source.isFirstInside,
  }
}
