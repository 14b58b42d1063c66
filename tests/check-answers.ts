import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { explanationSchema } from '../src/diagnosis/explanation-schema.ts'
import { answers } from '../src/interfaces/cli/answers.ts'
import { misfitIn } from '../src/record/schema.ts'
import { views } from '../src/views/views.ts'

const schemas = new Map<string, v.GenericSchema>(
  Object.entries({ ...views, ...answers, 'mayday.explain/2': explanationSchema }),
)

/** Throws if a JSON answer of the real command does not fit its schema, or has a field that the schema does not name. */
export function checkAnswers(stdout: string): void {
  for (const answer of answersIn(stdout)) {
    const format: unknown = Reflect.get(Object(answer), 'format')
    const schema = typeof format === 'string' ? schemas.get(format) : undefined
    if (schema === undefined) continue
    const misfit = misfitIn(schema, answer)
    if (misfit !== null) throw new Error(`An answer does not fit ${String(format)}: ${misfit}`)
    // An object schema drops unknown fields.
    if (!isDeepStrictEqual(v.parse(schema, answer), answer))
      throw new Error(`An answer has a field that ${String(format)} does not name:\n${stdout}`)
  }
}

/** One answer, or one for each line. */
function answersIn(stdout: string): readonly unknown[] {
  const whole = parsed(stdout)
  return whole === undefined ? stdout.split('\n').map(parsed) : [whole]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: an error, or several lines.
    return undefined
  }
}
