import { MaydayError } from '../../errors.ts'
import type { YamlProblem } from '../../record/yaml-node.ts'

/** Task files that cannot be used. Nothing was started. All problems are reported at once. */
export class SuiteError extends MaydayError {
  readonly problems: readonly YamlProblem[]

  constructor(problems: readonly YamlProblem[]) {
    const shown = problems.slice(0, MOST_SHOWN).map(describeProblem)
    const more = problems.length > MOST_SHOWN ? [`and ${problems.length - MOST_SHOWN} more problems`] : []
    super('BAD_SUITE', [...shown, ...more].join('\n'))
    this.problems = problems
  }
}

/** Enough for one round of fixes. */
const MOST_SHOWN = 20

const describeProblem = ({ file, line, column, message }: YamlProblem): string =>
  `${file}:${line}:${column}: ${message}`
