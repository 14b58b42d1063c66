const PHASE = /^(\d{1,6}(?:\.\d{1,6})?)(?:-\d{1,6})?$/

/** The number of a phase, without its plan: 12 of `12-01`, 7 of `07`, 5.2 of `5.2`. Null if it is not a phase. */
export function phaseNumber(phase: string): number | null {
  const [, digits] = PHASE.exec(phase) ?? []
  return digits === undefined ? null : Number(digits)
}
