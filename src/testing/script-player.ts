/**
 * Selects the turn that answers a request.
 *
 * P1 Every request takes one turn, including a retry: two faults and an answer are two failed tries and a good one.
 * P2 Every conversation plays a list from its start. Each `when` is a separate list.
 */
import type { UnansweredRequest } from './model-request.ts'
import { say, thenAlways, type Match, type Script, type Step, type Turn } from './script.ts'

/** The answer if a script has no turn left. An agent ends on it, and a person sees why. */
const OVER: Turn = say('The script is over.')

/** The turns of a script, one per request. */
export function playScript(script: Script): (request: UnansweredRequest) => Turn {
  if (typeof script === 'function') return (request) => script(request) ?? OVER
  const parts = 'kind' in script ? [isTurn(script) ? thenAlways(script) : script] : script
  const whens = parts.filter((part) => part.kind === 'when')
  const rest = parts.filter((part) => part.kind !== 'when')
  const taken = new Map<string, number>()
  return (request) => {
    const place = whens.findIndex(({ match }) =>
      typeof match === 'function' ? match(request) : isLike(request, match),
    )
    const key = `${place} ${request.conversation}`
    const index = taken.get(key) ?? 0
    taken.set(key, index + 1)
    return turnAt(whens[place]?.steps ?? rest, index) ?? OVER
  }
}

function isLike(request: UnansweredRequest, { api, prompt, model, path, hasTools }: Match): boolean {
  return (
    (api === undefined || request.api === api) &&
    request.prompt.includes(prompt ?? '') &&
    request.model.includes(model ?? '') &&
    request.path.includes(path ?? '') &&
    (hasTools === undefined || request.tools.length > 0 === hasTools)
  )
}

/** The turn at an index, without writing out repetitions; null after the end. */
function turnAt(steps: readonly Step[], index: number): Turn | null {
  let left = index
  for (const step of steps) {
    const length = lengthOf(step)
    if (left < length) return isTurn(step) ? step : turnAt(step.steps, left % lengthOfAll(step.steps))
    left -= length
  }
  return null
}

const isTurn = (step: Step): step is Turn => step.kind !== 'repeat' && step.kind !== 'always'

const lengthOfAll = (steps: readonly Step[]): number =>
  steps.reduce((length, step) => length + lengthOf(step), 0)

function lengthOf(step: Step): number {
  if (isTurn(step)) return 1
  const once = lengthOfAll(step.steps)
  if (once === 0 || (step.kind === 'repeat' && step.times === 0)) return 0
  return once * (step.kind === 'repeat' ? step.times : Infinity)
}
