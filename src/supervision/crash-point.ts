/**
 * The steps of a run between which Mayday may be killed. A test kills it at each step. Without the variable a step
 * costs one comparison.
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

/** The same for the steps between the runs of a task. */
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

/** The same for a node of a fleet. */
export const fleetCrashPoints = [
  'fleet claimed',
  'fleet claim kept',
  'fleet capsule put',
  'fleet outcome kept',
  'fleet push announced',
  'fleet pushed',
  'fleet outcome shipped',
] as const

export type CrashPoint =
  | (typeof crashPoints)[number]
  | (typeof taskCrashPoints)[number]
  | (typeof fleetCrashPoints)[number]

/** Set by tests. It applies only to this process and never reaches a worker or an adopter. */
export const CRASH_VARIABLE = 'MAYDAY_CRASH_AT'

/** A prefix to the name of a point: stop there once, until SIGCONT, instead of dying. */
export const STOP_PREFIX = 'stop at '

let hasStopped = false

export function crashPoint(point: CrashPoint): void {
  const asked = process.env[CRASH_VARIABLE]
  if (asked === undefined) return
  if (asked === point) process.kill(process.pid, 'SIGKILL')
  if (hasStopped || asked !== STOP_PREFIX + point) return
  hasStopped = true
  process.kill(process.pid, 'SIGSTOP')
}
