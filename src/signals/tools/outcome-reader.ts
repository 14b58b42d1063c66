import type { What } from '../signal.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/**
 * A line that reports how something ended. `over` is a verdict on the work of other tools: it counts only if those
 * did not report the result. `so far` stands until the same tool reports more.
 */
export type Outcome = readonly [form: RegExp, what: What, how?: 'over' | 'so far']

type Spec = Pick<ToolReader, 'name' | 'title' | 'cue'> & { readonly outcomes: readonly Outcome[] }

/** Reads tools whose lines can be read independently. The first pattern that matches decides. */
export const outcomeReader = ({ outcomes, ...tool }: Spec): ToolReader => ({
  ...tool,
  open: () => ({ line: (text) => outcomeOf(outcomes, text) }),
})

export function outcomeOf(outcomes: readonly Outcome[], text: string): Finding | null {
  const found = outcomes.find(([form]) => form.test(text))
  if (found === undefined) return null
  const [, what, how] = found
  return {
    what,
    ...(how === 'over' ? { secondhand: true } : {}),
    ...(how === 'so far' ? { tentative: true } : {}),
    ...detailOf(what, how, text),
  }
}

function detailOf(what: What, how: Outcome[2], text: string): Pick<Finding, 'detail'> {
  if (what === 'install-failed') return { detail: transient(text) }
  return how === 'so far' && what.endsWith('-passed') ? { detail: { soFar: true } } : {}
}
