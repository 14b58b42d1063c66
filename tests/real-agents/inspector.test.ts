/** The MCP inspector, in its mode for the command line, with the server in a project. It is installed with `--full` only. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testProject, type TestProject } from '../running-mayday.ts'
import { agentsFolder } from './real-agents.ts'

const inspector = join(
  agentsFolder,
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)
const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))
const run = promisify(execFile)

/** What the inspector prints of one request. */
async function inspect({ path }: TestProject, method: string, ...more: readonly string[]): Promise<unknown> {
  const words = [inspector, '--cli', process.execPath, bin, 'mcp', '--method', method, ...more]
  const { stdout } = await run(process.execPath, words, { cwd: path })
  return JSON.parse(stdout)
}

test('the inspector lists tools and resources', async () => {
  await using project = await testProject()
  const names = ['what_was_tried', 'explain', 'report_failure', 'ask_person'].map((name) => ({ name }))
  expect(await inspect(project, 'tools/list')).toMatchObject({ tools: names })
  const uris = ['mayday://runs', 'mayday://reasons']
  expect(await inspect(project, 'resources/list')).toMatchObject({
    resources: uris.map((uri) => ({ uri })),
  })
  expect(await inspect(project, 'resources/templates/list')).toMatchObject({
    resourceTemplates: uris.map((uri, at) => ({ uriTemplate: `${uri}/{${['run', 'reason'][at]}}` })),
  })
})

test('the inspector calls a tool and reads a resource', async () => {
  await using project = await testProject()
  const given = ['--tool-name', 'explain', '--tool-arg', 'text=[MAYDAY_FAILURE:TESTS_FAILED]']
  expect(await inspect(project, 'tools/call', ...given)).toMatchObject({
    content: [{ type: 'text', text: expect.stringContaining('TESTS_FAILED') }],
    isError: false,
  })
  expect(await inspect(project, 'resources/read', '--uri', 'mayday://reasons/USAGE_LIMIT')).toMatchObject({
    contents: [{ uri: 'mayday://reasons/USAGE_LIMIT', mimeType: 'application/json' }],
  })
})
