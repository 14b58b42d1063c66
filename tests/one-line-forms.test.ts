/** The recovery document's one-line errors, through the real command. */
import { expect, test } from 'vitest'
import { freshProject } from './recorded-runs.ts'

const resultOf = async (args: readonly string[]): Promise<unknown> => {
  await using project = await freshProject()
  await project.mayday(['run', ...args])
  return project.folderOf(1).result()
}

const printing = (line: string): string => `cat <<'END'\n${line}\nEND\nexit 1`

test.each([
  "Error: Cannot find module './utils' from 'src/index.js'",
  "SyntaxError: Unexpected token '}'",
  "ImportError: cannot import name 'shop' from 'store'",
  'parse error',
  'cannot find module',
  'module not found',
])('verify that ends in %s found a broken build', async (line) => {
  expect(await resultOf(['--verify', printing(line), '--', 'true'])).toMatchObject({
    reason: 'BROKEN_BUILD',
    plan: { kind: 'rollback' },
  })
})

test.each([
  ['AssertionError: Expected 200 but got 404', 'TESTS_FAILED'],
  ['token limit exceeded', 'CONTEXT_EXHAUSTED'],
  ['Failed to connect to database server', 'UNKNOWN'],
  ['Failed to connect to the model server', 'LLM_ERROR'],
])('an agent that ends in %s is %s', async (line, reason) => {
  expect(await resultOf(['--', 'sh', '-c', printing(line)])).toMatchObject({ reason })
})
