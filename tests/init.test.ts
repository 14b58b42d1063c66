import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runInit } from '../src/interfaces/cli/set-up/init.ts'
import { freshProject, type TestProject } from './recorded-runs.ts'

const read = ({ root }: TestProject, name: string): string => readFileSync(join(root, name), 'utf8')

test('init makes a record for its owner alone', async () => {
  await using project = await freshProject()
  const { code, stdout } = await project.mayday(['init'])
  expect(code).toBe(0)
  expect(statSync(project.record).mode & 0o777).toBe(0o700)
  expect(stdout).toContain(`The record of this project is now in ${project.record}`)
})

test('without a terminal init only shows the instructions', async () => {
  await using project = await freshProject()
  const { stdout } = await project.mayday(['init'])
  expect(stdout).toContain('[MAYDAY_FAILURE:<REASON>]')
  expect(stdout).toContain('mayday init --yes')
  expect(() => read(project, 'AGENTS.md')).toThrow('ENOENT')
})

test('init --yes writes the instructions to AGENTS.md', async () => {
  await using project = await freshProject()
  const { code, stdout } = await project.mayday(['init', '--yes'])
  expect(code).toBe(0)
  expect(stdout).toContain('AGENTS.md written.')
  expect(read(project, 'AGENTS.md')).toMatch(/^<!-- mayday:begin -->\n[\s\S]*\n<!-- mayday:end -->\n$/)
})

test('init twice changes nothing the second time', async () => {
  await using project = await freshProject()
  project.write('CLAUDE.md', '# Rules\r\n\r\nBe kind.')
  await project.mayday(['init', '--yes'])
  const first = read(project, 'CLAUDE.md')
  expect(first.startsWith('# Rules\r\n\r\nBe kind.\r\n\r\n<!-- mayday:begin -->\r\n')).toBe(true)
  const { stdout } = await project.mayday(['init', '--yes'])
  expect(stdout).toContain('CLAUDE.md has the instructions already.')
  expect(read(project, 'CLAUDE.md')).toBe(first)
})

test('init follows the reasons of the project', async () => {
  await using project = await freshProject()
  const reasons = (name: string): string => `reasons:\n  ${name}:\n    meaning: it is so\n`
  project.write('mayday.yaml', reasons('DEPLOY_BLOCKED'))
  await project.mayday(['init', '--yes'])
  expect(read(project, 'AGENTS.md')).toMatch(/TESTS_FAILED, DEPLOY_BLOCKED;\n/)
  project.write('mayday.yaml', reasons('QUOTA_GONE'))
  const { stdout } = await project.mayday(['init', '--yes'])
  expect(stdout).toContain('The instructions in AGENTS.md are outdated. The new ones:')
  expect(read(project, 'AGENTS.md')).toMatch(/TESTS_FAILED, QUOTA_GONE;\n/)
  expect((await project.mayday(['init'])).stdout).toContain('AGENTS.md has the instructions already.')
})

test('both files for agents get the instructions', async () => {
  await using project = await freshProject()
  project.write('AGENTS.md', 'a\n')
  project.write('CLAUDE.md', 'c\n')
  const { stdout } = await project.mayday(['init', '--yes', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'mayday.init/1',
    record: { path: project.record, made: true },
    files: [
      { name: 'AGENTS.md', action: 'append', written: true },
      { name: 'CLAUDE.md', action: 'append', written: true },
    ],
  })
  expect(read(project, 'CLAUDE.md')).toContain('mayday:begin')
})

test('a link from one file to the other is written once', async () => {
  await using project = await freshProject()
  project.write('AGENTS.md', 'a\n')
  symlinkSync('AGENTS.md', join(project.root, 'CLAUDE.md'))
  await project.mayday(['init', '--yes'])
  expect(read(project, 'AGENTS.md').match(/mayday:begin/g)).toHaveLength(1)
  expect(statSync(join(project.root, 'CLAUDE.md')).ino).toBe(statSync(join(project.root, 'AGENTS.md')).ino)
})

test('a read-only file is a clear error', async () => {
  await using project = await freshProject()
  project.write('AGENTS.md', 'mine\n')
  project.write('CLAUDE.md', 'mine too\n')
  chmodSync(join(project.root, 'CLAUDE.md'), 0o444)
  const { code, stderr } = await project.mayday(['init', '--yes'])
  expect(code).toBe(2)
  expect(stderr).toBe('mayday: CLAUDE.md is read-only. Change who may write it, then run: mayday init\n')
  expect(read(project, 'AGENTS.md')).toBe('mine\n')
})

test('half a section is refused and left alone', async () => {
  await using project = await freshProject()
  project.write('AGENTS.md', 'a\n<!-- mayday:begin -->\nb\n')
  const { code, stderr } = await project.mayday(['init', '--yes'])
  expect(code).toBe(2)
  expect(stderr).toContain('do not belong together')
  expect(read(project, 'AGENTS.md')).toBe('a\n<!-- mayday:begin -->\nb\n')
})

/** A person at a terminal who types one line. */
async function answer(project: TestProject, line: string): Promise<string> {
  let shown = ''
  const typed = Object.assign(
    (async function* () {
      yield Buffer.from(line)
    })(),
    { isTTY: true },
  )
  const before = process.env['MAYDAY_DIR']
  process.env['MAYDAY_DIR'] = project.root
  try {
    await runInit(
      { yes: false, json: false },
      {
        out: (text) => (shown += text),
        steer: () => undefined,
        isClosed: () => false,
        input: typed,
        colour: false,
        columns: 80,
        rows: 24,
        live: { draw: () => undefined, above: () => undefined, clear: () => undefined },
        answer: (_json, text) => {
          shown += text()
          return 0
        },
      },
    )
  } finally {
    if (before === undefined) delete process.env['MAYDAY_DIR']
    else process.env['MAYDAY_DIR'] = before
  }
  return shown
}

test('a person who types yes gets the file', async () => {
  await using project = await freshProject()
  expect(await answer(project, 'y\n')).toContain('[y/N] AGENTS.md written.')
  expect(read(project, 'AGENTS.md')).toContain('mayday:begin')
})

test('a person who presses return gets nothing', async () => {
  await using project = await freshProject()
  writeFileSync(join(project.root, 'AGENTS.md'), 'a\n')
  expect(await answer(project, '\n')).toContain('AGENTS.md left as it is.')
  expect(read(project, 'AGENTS.md')).toBe('a\n')
})
