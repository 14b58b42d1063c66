import { isObject } from '../signals/bytes/records.ts'
import { MaydayError } from '../errors.ts'
import { faults, isFaultName } from './faults.ts'

/** The script is invalid. */
export class ScriptError extends MaydayError {
  constructor(place: string, problem: string) {
    super('BAD_SCRIPT', `${place} ${problem}`)
  }
}

/** Scripts also come from JSON files. Errors in one are reported before a server starts. */
export function checkScript(script: unknown): void {
  if (typeof script === 'function') return
  if (Array.isArray(script)) script.forEach((step, n) => checkStep(step, `script[${n}]`, true))
  else checkStep(script, 'script', false)
}

/** Checks the value that a function returned as a turn. */
export function checkTurn(turn: unknown): void {
  if (!isObject(turn) || !['say', 'tool', 'fault'].includes(String(turn['kind'])))
    throw new ScriptError(
      'A function',
      `must give a turn (say, tool or fault) or null, not ${JSON.stringify(turn)}.`,
    )
  checkStep(turn, 'The turn of a function', false)
}

function checkStep(step: unknown, place: string, mayMatch: boolean): void {
  if (!isObject(step)) throw new ScriptError(place, "is not an object. Try: { kind: 'say', text: 'Done.' }")
  const { kind } = step
  const check = mayMatch && kind === 'when' ? checkInner : checks[String(kind)]
  if (check === undefined)
    throw new ScriptError(
      place,
      `has the kind '${String(kind)}'. Known: ${Object.keys(checks).join(', ')}${mayMatch ? ', when' : ''}.`,
    )
  check(step, place)
}

type Check = (step: Readonly<Record<string, unknown>>, place: string) => void

const checkInner: Check = ({ steps, kind, match }, place) => {
  if (!Array.isArray(steps)) throw new ScriptError(place, 'needs steps, a list of turns.')
  if (kind === 'when' && typeof match !== 'function' && !isObject(match))
    throw new ScriptError(place, "needs a match. Try: { prompt: 'some words' }")
  steps.forEach((step, n) => checkStep(step, `${place}.steps[${n}]`, false))
}

const checks: Readonly<Record<string, Check>> = {
  say: ({ text }, place) => {
    if (typeof text !== 'string') throw new ScriptError(place, 'needs a text.')
  },
  tool: ({ name, input }, place) => {
    if (typeof name !== 'string' || !isObject(input))
      throw new ScriptError(place, 'needs the name of a tool and its input, an object.')
  },
  fault: ({ name }, place) => {
    if (!isFaultName(name))
      throw new ScriptError(
        place,
        `names the fault '${String(name)}'. Known: ${Object.keys(faults).join(', ')}.`,
      )
  },
  repeat: (step, place) => {
    if (!Number.isInteger(step['times']) || Number(step['times']) < 0)
      throw new ScriptError(place, 'needs times, a whole number.')
    checkInner(step, place)
  },
  always: checkInner,
}
