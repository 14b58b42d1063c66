import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSuite } from './read-suite.ts'
import { SuiteError } from './suite-error.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-suite-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const NEEDED = 'repo: https://example.com/a.git\ncommit: v1.0\nrun: npm test\n'

/** The problems, without the path of the folder. */
function problemsIn(path: string): readonly string[] {
  try {
    readSuite(path)
    return []
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error
    return error.problems.map(({ file, line, column, message }) =>
      `${file.replace(`${folder}/`, '')}:${line}:${column}: ${message}`.replaceAll(`${folder}/`, ''),
    )
  }
}

it('a task is read with all its defaults', () => {
  const file = write('one.yaml', `id: one\n${NEEDED}`)
  expect(readSuite(file)).toMatchObject({
    name: 'one',
    tasks: [
      {
        id: 'one',
        repo: 'https://example.com/a.git',
        commit: 'v1.0',
        setup: [],
        run: 'npm test',
        prompt: null,
        timeouts: { setup: 600_000, agent: 3_600_000 },
        environment: {},
        labels: [],
        sandbox: null,
        file,
      },
    ],
  })
})

it('a folder is read in order of file names', () => {
  write('b.yml', `id: two\n${NEEDED}`)
  write(
    'a.yaml',
    `- id: one\n  repo: ./here\n  commit: 0123456\n  run: x\n- id: three\n  repo: git@host:a/b\n  commit: main\n  run: x\n`,
  )
  write('.hidden.yaml', 'nonsense')
  write('readme.md', 'nothing')
  const { tasks } = readSuite(folder)
  expect(tasks.map(({ id, repo, commit }) => [id, repo, commit])).toEqual([
    ['one', join(folder, 'here'), '0123456'],
    ['three', 'git@host:a/b', 'main'],
    ['two', 'https://example.com/a.git', 'v1.0'],
  ])
})

it('every mistake is reported with its line', () => {
  write(
    'bad.yaml',
    `id: has space\n${NEEDED}timeouts:\n  setup: soon\n  nap: 5m\nenvironment:\n  HOME: /root\n  1A: x\n  DEEP: [a]\nlabels: [a b]\ncolour: red\nsandbox: chroot\nsetup:\n  - true\n  -\n`,
  )
  write('twin-a.yaml', `id: twin\n${NEEDED}`)
  write('twin-b.yaml', `id: TWIN\n${NEEDED}`)
  write('torn.yaml', 'id: "open\n')
  write('empty.yaml', '')
  write('image.yaml', `id: image\n${NEEDED}image: alpine\n`)
  write('docker.yaml', `id: docker\n${NEEDED}sandbox: docker\n`)
  write('lacking.yaml', 'id: lacking\nrepo: .\n')
  expect(problemsIn(folder)).toEqual([
    "bad.yaml:1:5: id needs up to 100 letters, digits, dots, dashes and underscores, not 'has space'.",
    "bad.yaml:6:10: timeouts.setup needs a duration like 90s, 30m or 2h, not 'soon'.",
    "bad.yaml:7:3: unknown key 'nap' under timeouts. Known: clone, checkout, setup, baseline, agent, idle, test.",
    'bad.yaml:9:3: environment.HOME cannot be set: every attempt has its own.',
    "bad.yaml:10:3: '1A' cannot be the name of a variable under environment.",
    'bad.yaml:11:9: environment.DEEP needs text, not a list.',
    "bad.yaml:12:10: labels needs a word or a list of words, not 'a b'.",
    "bad.yaml:13:1: unknown key 'colour'. Known: id, repo, commit, setup, run, prompt, timeouts, environment, labels, sandbox, image, network, variables, agentVariables, readable.",
    "bad.yaml:14:10: sandbox needs one of docker, podman, bwrap, not 'chroot'.",
    'bad.yaml:17:4: setup needs a shell command or a list of them.',
    'docker.yaml:1:1: sandbox: docker needs the key image.',
    'empty.yaml:1:1: a task needs keys with values.',
    'image.yaml:1:1: image is for a sandbox, and the task has none. Add: sandbox: docker',
    'lacking.yaml:1:1: a task needs the key commit.',
    'lacking.yaml:1:1: a task needs the key run.',
    'torn.yaml:2:1: this is not YAML that can be read: Missing closing "quote.',
    "twin-b.yaml:1:5: the id 'TWIN' is already used in twin-a.yaml. Ids are unique in a suite.",
  ])
})

it('a suite without a task is an error', () => {
  expect(() => readSuite(folder)).toThrow(/contains no task/)
  expect(() => readSuite(join(folder, 'nowhere'))).toThrow(/There is no suite at/)
})

it('no option can hide in a repository or commit', () => {
  write('x.yaml', 'id: x\nrepo: --upload-pack=touch /tmp/x\ncommit: --help\nrun: x\n')
  expect(problemsIn(folder)).toHaveLength(2)
})

it('no value can contain a NUL', () => {
  write('x.yaml', `id: x\n${NEEDED}setup: "a\\0"\nenvironment: { A: "b\\0" }\nlabels: ["c\\0"]\n`)
  expect(problemsIn(folder).map((one) => one.replace(/ needs.*/, ''))).toEqual([
    'x.yaml:5:8: setup',
    'x.yaml:6:19: environment.A',
    'x.yaml:7:10: labels',
  ])
})

it('the allowed names of a sandbox are read', () => {
  const file = write(
    'one.yaml',
    `id: one\n${NEEDED}sandbox: bwrap\nvariables: HTTPS_PROXY\nagentVariables: [A_KEY]\nreadable: [~/agent, /data/x]\n`,
  )
  expect(readSuite(file).tasks[0]?.sandbox).toEqual({
    engine: 'bwrap',
    image: null,
    hasNetwork: true,
    variables: ['HTTPS_PROXY'],
    agentVariables: ['A_KEY'],
    readable: ['~/agent', '/data/x'],
  })
})

it('names without an effect are refused', () => {
  write('a.yaml', `id: a\n${NEEDED}agentVariables: A_KEY\n`)
  write('b.yaml', `id: b\n${NEEDED}sandbox: docker\nimage: x\nreadable: /data\n`)
  write('c.yaml', `id: c\n${NEEDED}sandbox: bwrap\nvariables: [A=b]\nreadable: agent\n`)
  expect(problemsIn(folder)).toEqual([
    'a.yaml:1:1: agentVariables is for a sandbox, and the task has none. Add: sandbox: bwrap',
    'b.yaml:1:1: readable is for sandbox: bwrap. With docker the image must contain what the task needs.',
    "c.yaml:6:13: variables needs the name of a variable or a list of them, not 'A=b'.",
    "c.yaml:7:11: readable needs an absolute path, one below ~/, or a list of them, not 'agent'.",
  ])
})
