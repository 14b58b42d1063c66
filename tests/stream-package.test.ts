/** `mayday/claude` and `mayday/codex` as somebody imports them who has installed the package. */
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freshFolder } from './run-mayday.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** A stream like that of an SDK: typed messages, and a method of its own. */
const PROGRAM = (agent: string): string => `
import { withMayday } from 'mayday/${agent}'

type Message = { readonly type: string; readonly error?: { readonly message: string } }
type Query = AsyncGenerator<Message, void> & { interrupt(): Promise<string> }

async function* messages(): AsyncGenerator<Message, void> {
  yield { type: 'turn.started' }
  yield { type: 'turn.failed', error: { message: 'unexpected status 401 Unauthorized: bad key' } }
  throw new Error('The agent exited with code 1')
}

const query: Query = Object.assign(messages(), { interrupt: async () => 'interrupted' })
const stream = withMayday(query)
const types: string[] = []
try {
  for await (const message of stream) types.push(message.type)
} catch (error) {
  types.push(error instanceof Error ? error.message : '')
}
const { verdict, reason } = await stream.explanation
console.log([...types, await stream.interrupt(), verdict, reason].join(', '))
`

test.each(['codex', 'claude'])('a typed program runs with mayday/%s', async (agent) => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('node_modules'))
  symlinkSync(root, folder.file('node_modules/mayday'))
  writeFileSync(folder.file('program.ts'), PROGRAM(agent))
  writeFileSync(folder.file('package.json'), '{"type":"module"}')
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--target', 'es2024']
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'esnext', ...types]
  await run(join(root, 'node_modules/.bin/tsc'), [...options, 'program.ts'], { cwd: folder.path })
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder.path })
  expect(stdout.trim()).toBe(
    `turn.started, turn.failed, The agent exited with code 1, interrupted, failed, AUTH_FAILED`,
  )
})
