/**
 * The attacker gets the CI system to obey an agent's output: workflow commands of GitHub, outputs of a step, markup of a
 * summary, and XML of a report. Whatever a log says stays text.
 */
import { readFileSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testProject, type TestProject } from '../running-mayday.ts'
import { outside } from './outside.ts'

const EVIL = [
  'error: x',
  '::add-mask::a',
  '  ::error file=a::b',
  '##[add-matcher]/tmp/x',
  'FAILURE_REASON: because %0A::set-output name=reason::NONE ::warning::w ![i](http://evil.example/p.png) <img src=x onerror=y> ```',
  '[MAYDAY_FAILURE:AGENT_GAVE_UP]',
  'FAILED tests/a.py::test_]]>&<x a=\'"> - ```` # heading',
].join('\n')

const environment = (project: TestProject): Record<string, string> => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKSPACE: project.path,
  GITHUB_OUTPUT: project.file('output'),
  GITHUB_STEP_SUMMARY: project.file('summary.md'),
  EVIL,
})

const run = (project: TestProject, ...options: readonly string[]): ReturnType<TestProject['mayday']> =>
  project.mayday(['ci', ...options, '--', 'sh', '-c', 'printf "%s\\n" "$EVIL"; exit 1'], environment(project))

/** The lines that the runner obeys: it ignores spaces before `::`, and everything while commands are stopped. */
function obeyed(stdout: string): readonly string[] {
  let token: string | null = null
  return stdout.split('\n').flatMap((line) => {
    const text = line.trim()
    if (token !== null) {
      if (text === `::${token}::`) token = null
      return []
    }
    token = /^::stop-commands::(.+)$/.exec(text)?.[1] ?? null
    return text.startsWith('::') || text.includes('##[') ? [text] : []
  })
}

test('a log gives the runner no command', async () => {
  await using project = await testProject()
  const { stdout } = await run(project)
  expect(stdout).toContain('::add-mask::a\n')
  const names = obeyed(stdout).map((line) => /^::([a-z-]+)/.exec(line)?.[1] ?? line)
  expect(names).toEqual(['group', 'stop-commands', 'endgroup', 'stop-commands', 'error'])
})

test('a guessed token does not resume commands', async () => {
  await using project = await testProject()
  const tokens = [await run(project), await run(project)].flatMap(({ stdout }) =>
    Array.from(stdout.matchAll(/^::stop-commands::(.+)$/gm), ([, token]) => token),
  )
  expect(new Set(tokens).size).toBe(4)
})

test('a log adds no output to the step', async () => {
  await using project = await testProject()
  await run(project)
  const lines = readFileSync(project.file('output'), 'utf8').trim().split('\n')
  expect(lines.filter((line) => line.startsWith('reason='))).toEqual(['reason=AGENT_GAVE_UP'])
  expect(lines).toHaveLength(7)
})

test('a log makes no markup in the summary', async () => {
  await using project = await testProject()
  await run(project)
  const summary = readFileSync(project.file('summary.md'), 'utf8')
  const outsideCode = summary.replaceAll(/^(`{3,})text\n[^]*?\n\1$/gm, '')
  expect(outsideCode).not.toMatch(/(?<!\\)[<`]|!\[|https?:/)
})

test('a log ends no element of the report', async () => {
  await using project = await testProject()
  await run(project, '--format', 'junit=r.xml')
  const xml = readFileSync(project.file('r.xml'), 'utf8')
  expect(xml.match(/<\/?[a-z]+/g)).toEqual([
    '<testsuites',
    '<testsuite',
    '<testcase',
    '<failure',
    '</failure',
    '</testcase',
    '</testsuite',
    '</testsuites',
  ])
})

test('a report is not written through a link', async () => {
  await using project = await testProject()
  using victim = outside()
  symlinkSync(victim.put('bashrc', 'alias a=b\n'), project.file('r.xml'))
  symlinkSync(victim.path, project.file('out'))
  const { code, stderr } = await run(project, '--format', 'junit=r.xml')
  expect([code, stderr]).toEqual([2, expect.stringContaining('leads out of the project')])
  expect((await run(project, '--format', 'junit=out/new/r.xml')).code).toBe(2)
  expect(victim.state()).toEqual(['bashrc: alias a=b\n'])
})

test('a secret of the environment reaches no report', async () => {
  await using project = await testProject()
  const secret = 'sk-ant-api03-Zx81LmQp0vTnKc52RdYw7uHbJe93SfGa'
  const script =
    'echo "FAILURE_REASON: the key $MY_API_KEY is bad"; echo "[MAYDAY_FAILURE:AGENT_GAVE_UP]"; exit 1'
  const formats = ['text', 'github', 'junit=r.xml', 'markdown=s.md', 'gitlab=q.json', 'json=e.json']
  const { stdout } = await project.mayday(
    ['ci', ...formats.flatMap((one) => ['--format', one]), '--', 'sh', '-c', script],
    { ...environment(project), MY_API_KEY: secret },
  )
  const files = ['r.xml', 's.md', 'q.json', 'e.json', 'summary.md'].map((name) =>
    readFileSync(project.file(name), 'utf8'),
  )
  expect([stdout, ...files].filter((text) => text.includes(secret))).toEqual([])
})
