/** How much of a whole soak is done: `npm run soak` does all of it, `.ci/run` a tenth, `npm test` nothing. */
const share = Number(process.env['MAYDAY_SOAK'] ?? 0)

/** Repeats what was random. `say-seed.ts` chooses and prints it. */
export const seed: number = Number(process.env['MAYDAY_SEED'] ?? 1)

/** A share of a number, at least one. */
export const sized = (whole: number): number => Math.max(1, Math.ceil(whole * share))

/** A share of a list, spread over all of it. Another seed gives other ones. */
export const sampled = <T>(whole: readonly T[]): readonly T[] => {
  const every = Math.max(1, Math.round(1 / share))
  return whole.filter((_, at) => (at + seed) % every === 0)
}

/** The few that `npm test` always does; in a soak all of them. */
export const orAll = <T>(few: readonly T[], all: readonly T[]): readonly T[] => (share === 0 ? few : all)
