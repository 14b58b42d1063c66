import { createHash } from 'node:crypto'

/**
 * A mark that everything inherits from a run's wrapper, whatever it does to its environment, session or parent: the
 * limit of file locks. Linux keeps this limit for each process, passes it on through fork and exec, shows it in
 * /proc/PID/limits, and has not enforced it since 2.4.25.
 *
 * M1 A mark follows from the run path alone, so that whoever adopts the run knows it.
 * M2 The mark of a nested run is always lower than that of its outer runs: without privileges a limit only goes down.
 */
export const markOf = (runPath: string): string => {
  const depth = Math.min(runPath.split('/').length, DEEPEST)
  const floor = 1n << BigInt(HIGHEST_BIT - depth)
  const hash = createHash('sha256').update(runPath).digest().readBigUInt64BE()
  return String(floor + (hash % floor))
}

/** Every shell and every perl can count to here. */
const HIGHEST_BIT = 62

/** Deeper runs share a range of 2^42 marks, which is still far more than there are runs. */
const DEEPEST = 20

/** Whether the text of /proc/PID/limits has the mark: as the soft limit, or as the hard one of an outermost run. */
export const hasMark = (limits: string, mark: string): boolean => {
  const [, soft, hard] = /^Max file locks +(\S+) +(\S+)/m.exec(limits) ?? []
  return soft === mark || hard === mark
}
