import type { Finding, ToolReader } from './tool-reader.ts'

/** `Instances resolved: 0`, `| Unresolved Trials | 2 |`, `Tasks with errors: 3`. */
const THING = '(?:instances?|trials?|tasks?|problems?|samples?|episodes?)'
const WORD =
  '(resolved|solved|passed|succeeded|unresolved|unsolved|failed|with errors?|errored|with empty patch(?:es)?)'
const COUNT = new RegExp(
  `^[\\s|│┃*-]{0,6}(?:(?:total|number of) )?(?:${THING} ${WORD}|${WORD} ${THING})\\s{0,40}[:|│┃=]\\s{0,40}(\\d{1,7})\\s{0,40}[|│┃]?$`,
  'i',
)
const GOOD = /^(?:resolved|solved|passed|succeeded)$/i

/**
 * The closing counts of a harness that lets an agent work on many tasks. Some tasks of a benchmark always stay
 * unsolved, so only none or all of them are a verdict.
 */
export const harnessCounts: ToolReader = {
  name: 'harness-counts',
  title: 'The counts of a benchmark',
  cue: /\b(?:resolved|solved|passed|succeeded|failed|errors?|errored|patch(?:es)?)\b.{0,40}[:|│┃=]\s{0,40}\d/i,
  open: () => {
    let good: number | null = null
    let bad: number | null = null
    return {
      line: (text) => {
        const [, after, before, count] = COUNT.exec(text) ?? []
        const word = after ?? before
        if (word === undefined) return null
        if (GOOD.test(word)) {
          good = Number(count)
          bad = null
        } else bad = (bad ?? 0) + Number(count)
        return verdictOf(good, bad)
      },
    }
  },
}

function verdictOf(good: number | null, bad: number | null): Finding | null {
  if (good === null || bad === null) return null
  if (good === 0 && bad > 0)
    return { what: 'tests-failed', tentative: true, detail: { failed: bad, passed: 0 } }
  return good > 0 && bad === 0
    ? { what: 'tests-passed', tentative: true, detail: { passed: good, failed: 0 } }
    : null
}
