import { createReadStream } from 'node:fs'
import * as v from 'valibot'
import { explain as explainOutput, type ExplainOptions } from '../../agents/explain.ts'
import type { Explanation } from '../../diagnosis/explain.ts'
import { UsageError } from '../../errors.ts'
import { fenced } from '../../memory/prompt-context.ts'
import { findProject } from '../../record/project.ts'
import { renderExplanation } from '../cli/ask-why/render-explanation.ts'
import { knownSecrets } from '../shown.ts'
import { openAllowed } from './allowed-file.ts'
import { boundedText } from './bounded.ts'
import { tool, type McpTool } from './tool.ts'

const COLUMNS = 120
/** Leaves room for the fence and the indentation. */
const MOST_WORDS = 12_000

export const explain: McpTool = tool({
  name: 'explain',
  title: 'Explain a failure',
  description:
    'Says why a run, build, test or CI job failed, with the line that proves it. Give either `file` (a log or transcript inside this project) or `text` (the output itself).',
  isReadOnly: true,
  input: v.strictObject({
    file: v.exactOptional(
      v.pipe(v.string(), v.minLength(1), v.description('path of a file in this project')),
    ),
    text: v.exactOptional(v.pipe(v.string(), v.minLength(1), v.description('the output to explain'))),
    exitCode: v.exactOptional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.maxValue(255),
        v.description('exit code of the process, if known'),
      ),
    ),
  }),
  run: async ({ file, text, exitCode }) => {
    if ((file === undefined) === (text === undefined))
      throw new UsageError('explain needs either file or text.')
    const options = { ...(exitCode === undefined ? {} : { exitCode }), secrets: knownSecrets() }
    const found =
      file === undefined ? await explainText(text ?? '', options) : await explainFile(file, options)
    const words = renderExplanation(found, { colour: false, columns: COLUMNS })
    return fenced(indented(boundedText(words, MOST_WORDS)))
  },
})

/** An indented line cannot close the fence. */
const indented = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const explainText = (text: string, options: ExplainOptions): Promise<Explanation> =>
  explainOutput(bytesOf(text), { ...options, file: 'text' })

function explainFile(file: string, options: ExplainOptions): Promise<Explanation> {
  const cwd = process.cwd()
  const { descriptor, modified } = openAllowed(file, findProject(cwd, process.env), cwd)
  const bytes = createReadStream('', { fd: descriptor })
  return explainOutput(bytes, { ...options, file, now: modified })
}
