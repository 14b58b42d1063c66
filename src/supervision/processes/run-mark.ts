/**
 * A mark that all processes inherit from a run's wrapper, even if they change their environment, session or parent:
 * the limit of file locks. Linux keeps this limit per process, passes it on through fork and exec, shows it in
 * /proc/PID/limits, and has not enforced it since 2.4.25.
 *
 * M1 A mark is computed only from the run path, so an adopter of the run knows it.
 * M2 The mark of a nested run is always lower than that of its
 * outer runs: without privileges a limit can only be lowered.
 */
export const markOf = (runPath: string): string => {
  const depth = Math.min(runPath.split('/').length, DEEPEST)
  const floor = 1n << BigInt(HIGHEST_BIT - depth)
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256').update(runPath).digest().readBigUInt64BE()
  return String(floor + (hash % floor))
}

/** The highest bit that every shell and every perl can count to. */
const HIGHEST_BIT = 62

/** Deeper runs share a range of 2^42 marks, which is far more than the number of runs. */
const DEEPEST = 20

/**
 * Whether the text of /proc/PID/limits contains the mark, as the soft limit or as the hard limit of an outermost run.
 */
export const hasMark = (limits: string, mark: string): boolean => {
  const [, soft, hard] = /^Max file locks +(\S+) +(\S+)/m.exec(limits) ?? []
  return soft === mark || hard === mark
}
