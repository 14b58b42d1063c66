/**
 * The steps of a run's life between which Mayday may be killed. A test kills it at each of them; without the
 * variable they cost one comparison.
 */
export const crashPoints = [
  'intent recorded',
  'folder written',
  'stage announced',
  'stage spawned',
  'stage running',
  'stage stopping',
  'stage ended',
  'before verify',
  'strays stopped',
  'before result',
  'result written',
  'log masked',
  'run recorded',
] as const

/** The same for what happens between the runs of a task. */
export const taskCrashPoints = [
  'attempt prepared',
  'run settled',
  'lesson kept',
  'plan recorded',
  'gate closed',
  'work saved',
  'tree rolled back',
  'plan marked',
  'escalation raised',
] as const

export type CrashPoint = (typeof crashPoints)[number] | (typeof taskCrashPoints)[number]

/** Named by tests; it is for this process alone and never reaches a worker or an adopter. */
export const CRASH_VARIABLE = 'MAYDAY_CRASH_AT'

export function crashPoint(point: CrashPoint): void {
  if (process.env[CRASH_VARIABLE] === point) process.kill(process.pid, 'SIGKILL')
}
