import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { MaydayError, UsageError } from '../../errors.ts'
import { explainDisk } from '../../record/disk-error.ts'
import { boundedText } from './bounded.ts'

/** A tool as it is listed, and how it is called. */
export type McpTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object' } & Readonly<Record<string, unknown>>
  readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: false }
  readonly call: (given: unknown, stop: AbortSignal) => Promise<ToolAnswer>
}

export type ToolAnswer = {
  readonly content: [{ readonly type: 'text'; readonly text: string }]
  readonly isError: boolean
}

type Input = v.StrictObjectSchema<v.ObjectEntries, undefined>

type Declared<S extends Input> = Pick<McpTool, 'name' | 'title' | 'description'> & {
  readonly input: S
  readonly isReadOnly: boolean
  /** Returns the text of the answer. A MaydayError becomes an answer that says what was wrong. */
  readonly run: (given: v.InferOutput<S>, stop: AbortSignal) => Promise<string>
}

/** Declares a tool. The schema that clients see and the check of the arguments have the same source. */
export function tool<S extends Input>({ input, isReadOnly, run, ...listed }: Declared<S>): McpTool {
  const { $schema: _, ...schema } = toJsonSchema(input, { errorMode: 'ignore' })
  return {
    ...listed,
    inputSchema: { ...schema, type: 'object' },
    annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
    call: async (given, stop) => {
      try {
        return answer(await run(parseArguments(listed.name, input, given), stop), false)
      } catch (thrown) {
        const error = explainDisk(thrown)
        // The model reads this answer and can correct itself. Anything else is a bug, which the protocol reports.
        if (error instanceof MaydayError) return answer(error.message, true)
        throw error
      }
    },
  }
}

const answer = (text: string, isError: boolean): ToolAnswer => ({
  content: [{ type: 'text', text: boundedText(text) }],
  isError,
})

/** Replaces Valibot's message, which says that it expected `never`. */
const UNKNOWN = 'There is no such argument'

function parseArguments<S extends Input>(name: string, schema: S, given: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, given ?? {})
  if (parsed.success) return parsed.output
  const wrong = parsed.issues.map(
    (issue) =>
      `${v.getDotPath(issue) ?? 'arguments'}: ${issue.expected === 'never' ? UNKNOWN : issue.message}`,
  )
  throw new UsageError(`${name} was called with wrong arguments. ${wrong.join('. ')}.`)
}
