/** What a worker prints or a task says must leave no secret in clear, however it is written. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder, mayday, type Finished } from '../run-mayday.ts'
import { until } from '../running-mayday.ts'

const bin = fileURLToPath(new URL('../../bin/mayday.cjs', import.meta.url))

/** Made up, in the shape of real ones. */
const KEY = `ghp_${'abcdEFGH12'.repeat(4)}`
const VALUE = 'Tk9pZ3xQ_secret "value" 42x'
const COLOURS = /\u001B\[[0-9;]*[mK]/g

type Here = AsyncDisposable & {
  /** Holds the project and whatever Mayday keeps of it. */
  readonly all: string
  /** For what the worker reads; nobody masks it. */
  readonly outside: (name: string, text: string) => string
  readonly mayday: (args: readonly string[], env?: Record<string, string>) => Promise<Finished>
  /** What the board answers to each of these paths. */
  readonly askBoard: (...paths: readonly string[]) => Promise<readonly string[]>
}

async function project(): Promise<Here> {
  const [all, outside] = [await freshFolder(), await freshFolder()]
  const cwd = all.file('project')
  mkdirSync(cwd)
  const git = (...args: readonly string[]): Buffer => execFileSync('git', args, { cwd, stdio: 'pipe' })
  git('init', '--quiet')
  git('-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'x')
  const env = { MAYDAY_STATE: all.file('state'), MAYDAY_DIR: '', DEPLOY_TOKEN: VALUE }
  return {
    all: all.path,
    outside: (name, text) => {
      writeFileSync(outside.file(name), text)
      return outside.file(name)
    },
    mayday: (args, more = {}) => mayday(args, { cwd, env: { ...env, ...more } }),
    askBoard: (...paths) => askBoard(cwd, { ...process.env, ...env }, paths),
    [Symbol.asyncDispose]: async () => {
      await all[Symbol.asyncDispose]()
      await outside[Symbol.asyncDispose]()
    },
  }
}

async function askBoard(
  cwd: string,
  env: Record<string, string | undefined>,
  paths: readonly string[],
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [bin, 'board', '--json', '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  let out = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  try {
    const opened: { readonly port: number; readonly token: string } = JSON.parse(
      await until('the address', () => out.includes('\n') && out),
    )
    const headers = { authorization: `Bearer ${opened.token}` }
    const ask = async (path: string): Promise<string> =>
      (await fetch(`http://127.0.0.1:${opened.port}/api/v1/${path}`, { headers })).text()
    return await Promise.all(paths.map(ask))
  } finally {
    child.kill('SIGINT')
    await ended
  }
}

const holdsAny = (text: string, forms: readonly string[]): boolean => {
  const plain = text.replaceAll(COLOURS, '')
  return forms.some((form) => plain.includes(form))
}

/** Every file of the project and of the record that holds one of these. */
const filesWith = (folder: string, forms: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => holdsAny(readFileSync(join(folder, name), 'latin1'), forms))

/** The database keeps what a task is to do as it was given: masked, it would be another task. */
const isNoDatabase = (name: string): boolean => !name.includes('mayday.db')

const VIEWS = [
  ['logs', '1'],
  ['show', '1'],
  ['history'],
  ['tasks', '--all'],
  ['lessons'],
  ['escalations'],
] as const

/** Every command that shows one of these, as text or as JSON. */
async function viewsWith(here: Here, forms: readonly string[]): Promise<readonly string[]> {
  const asked = VIEWS.flatMap((words) => [words, [...words, '--json']])
  const answers = await Promise.all(
    asked.map(async (words) => {
      const { stdout, stderr, code } = await here.mayday(words)
      expect(`${words.join(' ')}: ${code}`).toBe(`${words.join(' ')}: 0`)
      return { words: words.join(' '), said: stdout + stderr }
    }),
  )
  return answers.filter(({ said }) => holdsAny(said, forms)).map(({ words }) => words)
}

/** Two attempts, so that a lesson is kept, a prompt made from it, and a person asked at the end. */
const failTwice = async (here: Here, output: string): Promise<string> => {
  const path = here.outside('output', output)
  const command = ['--', 'sh', '-c', 'cat "$OUTPUT"; exit 1']
  await here.mayday(['add', 'Fix', '--phase', '2-01', '--attempts', '2', ...command])
  const { stdout, stderr } = await here.mayday(['run', '--task', '1', '--no-wait'], { OUTPUT: path })
  return stdout + stderr
}

test('a key after an escape stays hidden everywhere', async () => {
  await using here = await project()
  const escapes = ['\\n', '\\t', '\\u000a', '\\x0a', '\\\\n', '\\u001b[31m']
  const lines = escapes.map(
    (one, at) => `FAILED t.py::t${at} - AssertionError: assert 'user${one}${KEY}' == 'x'`,
  )
  const said = await failTwice(here, `${lines.join('\n')}\n=== ${lines.length} failed in 0.1s ===\n`)
  const forms = [KEY, KEY.slice(10)]
  expect(holdsAny(said, forms)).toBe(false)
  expect(filesWith(here.all, forms)).toEqual([])
  expect(await viewsWith(here, forms)).toEqual([])
})

test('a value split by colours stays hidden everywhere', async () => {
  await using here = await project()
  const coloured = ['pZ3', 'secret', '4'].reduce(
    (text, part) => text.replace(part, `\u001B[01;31m\u001B[K${part}\u001B[m\u001B[K`),
    `X=${VALUE}`,
  )
  const keys = `FAILED t.py::t - user\u001B[31m${KEY.slice(0, 12)}\u001B[1m${KEY.slice(12)}\u001B[0m`
  await failTwice(here, `${coloured}\n${keys}\n=== 1 failed in 0.1s ===\n`)
  expect(filesWith(here.all, [VALUE, KEY])).toEqual([])
  expect(await viewsWith(here, [VALUE, KEY])).toEqual([])
})

test('a file named like a key stays hidden', async () => {
  await using here = await project()
  const other = KEY.replace('abcd', 'dcba')
  writeFileSync(join(here.all, 'project', `${KEY}.txt`), 'there before')
  const make = here.outside('make', `echo x >> ${KEY}.txt; mkdir -p d; echo x > d/${other}; exit 1`)
  await here.mayday(['add', 'Fix', '--phase', '2-01', '--attempts', '2', '--', 'sh', make])
  const { stdout, stderr } = await here.mayday(['run', '--task', '1', '--no-wait'])
  const unmerged = await here.mayday(['unmerged', '--json'])
  const forms = [KEY, other]
  expect(holdsAny(stdout + stderr + unmerged.stdout + unmerged.stderr, forms)).toBe(false)
  expect(filesWith(join(here.all, 'state'), forms)).toEqual([])
  expect(await viewsWith(here, forms)).toEqual([])
  const answers = await here.askBoard('state', 'tasks/1', 'runs/1', 'runs/1/result')
  expect(answers.filter((text) => holdsAny(text, forms))).toEqual([])
  expect(unmerged.stdout).toContain(`d/${'*'.repeat(KEY.length)}`)
})

test('a task is shown without its secrets', async () => {
  await using here = await project()
  const [word, script] = [`use ${VALUE} or\\n${KEY}`, `test "${VALUE.replaceAll('"', '\\"')}" = ${KEY}`]
  const forms = [VALUE, JSON.stringify(VALUE).slice(1, -1), KEY]
  const added = await here.mayday([
    'add',
    word,
    '--attempts',
    '1',
    '--json',
    '--verify',
    script,
    '--setup',
    script,
    '--',
    'false',
    word,
  ])
  const planned = await here.mayday(['run', '--task', '1', '--dry-run'])
  const inJson = await here.mayday(['run', '--task', '1', '--dry-run', '--json'])
  expect([added, planned, inJson].map(({ code }) => code)).toEqual([0, 0, 0])
  expect(holdsAny(added.stdout + planned.stdout + inJson.stdout, forms)).toBe(false)
  await here.mayday(['run', '--task', '1', '--no-wait'])
  expect(await viewsWith(here, forms)).toEqual([])
  const answers = await here.askBoard('state', 'tasks/1', 'runs', 'runs/1', 'runs/1/log')
  expect(answers.map((text) => [text.startsWith('{"error"'), holdsAny(text, forms)])).toEqual(
    answers.map(() => [false, false]),
  )
  expect(filesWith(here.all, forms).filter(isNoDatabase)).toEqual([])
})

test('a card is shown without its secrets', async () => {
  await using here = await project()
  const card = join(here.all, 'project/deploy.md')
  writeFileSync(card, `---\nagent_status: idle\n---\n# Deploy with ${VALUE} and ${KEY}\n`)
  const added = await here.mayday(['enqueue', card, '--flow', 'implement', '--json', '--', 'false'])
  expect(added).toMatchObject({ code: 0, stderr: '' })
  const cards = await here.mayday(['cards', '--json'])
  const queue = await here.mayday(['queue', '--json'])
  const answers = await here.askBoard('state', 'tasks/1')
  const forms = [VALUE, JSON.stringify(VALUE).slice(1, -1), KEY]
  const said = [added.stdout, cards.stdout, queue.stdout, ...answers]
  expect(said.map((text) => holdsAny(text, forms))).toEqual(said.map(() => false))
  expect(filesWith(here.all, forms).filter(isNoDatabase)).toEqual(['project/deploy.md'])
})

test('a known value stays hidden in any encoding', async () => {
  await using here = await project()
  const bytes = Buffer.from(VALUE)
  const base64 = ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${VALUE} end`).toString('base64'))
  const [hex, url] = [bytes.toString('hex'), encodeURIComponent(VALUE)]
  const json = JSON.stringify(VALUE).slice(1, -1)
  const forms = [
    ...base64,
    ...base64.map((one) => Buffer.from(one).toString('base64')),
    hex,
    hex.toUpperCase(),
    hex.replaceAll(/../g, '%$&'),
    url,
    url.replaceAll(/%../g, (one) => one.toLowerCase()),
    url.replaceAll('%20', '+'),
    json,
    JSON.stringify(json).slice(1, -1),
    Array.from(VALUE, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).join(''),
  ]
  const lines = forms.map((form, at) => `FAILED t.py::t${at} - got: ${form} and more`)
  await failTwice(here, `${lines.join('\n')}\n=== ${lines.length} failed in 0.1s ===\n`)
  // The middle of each: the text around it is not a secret.
  const middles = forms.map((form) =>
    form.slice(Math.floor(form.length / 3), Math.floor(form.length / 3) + 12),
  )
  expect(filesWith(here.all, middles)).toEqual([])
  expect(await viewsWith(here, middles)).toEqual([])
})
