import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { afterEach, beforeEach, expect, test } from 'vitest'

const bin = join(import.meta.dirname, '../bin')
const platform = process.platform === 'win32' ? 'win' : process.platform

/** The program in place of the command line: prints how it was started, or ends in a given way. */
const MAIN = `
const [word, value] = process.argv.slice(2)
if (word === 'exit') process.exitCode = Number(value)
else if (word === 'die') process.kill(process.pid, value)
else if (word === 'wait') {
  process.on('SIGTERM', () => process.exit(9))
  process.stdout.write('ready')
  setInterval(() => {}, 60_000)
} else console.log(JSON.stringify({ args: process.argv.slice(2), node: process.versions.node }))
`

/** Makes a new Node report an old version. Its child is started without this and reports the real one. */
const PRETEND = "Object.defineProperty(process.versions, 'node', { value: '12.0.0' }); process.execArgv = []"

let folder: string
let launcher: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mayday-launcher-'))
  cpSync(bin, join(folder, 'bin'), { recursive: true })
  launcher = join(folder, 'bin/mayday.cjs')
  write('package.json', '{"type":"module"}')
  write('dist/interfaces/cli/main.cjs', MAIN)
  write('old.cjs', PRETEND)
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

/** A node package beside the launcher, as npm installs it. */
function installNode(version: string): void {
  const home = `node_modules/node-${platform}-${process.arch}`
  write(`${home}/package.json`, JSON.stringify({ version }))
  mkdirSync(join(folder, home, 'bin'))
  symlinkSync(process.execPath, join(folder, home, platform === 'win' ? 'bin/node.exe' : 'bin/node'))
}

const onNew = (...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' })

const onOld = (...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['--require', join(folder, 'old.cjs'), launcher, ...args], { encoding: 'utf8' })

test('a new Node runs the built command line', () => {
  expect(JSON.parse(onNew('explain', 'a b').stdout)).toEqual({
    args: ['explain', 'a b'],
    node: process.versions.node,
  })
})

test('a checkout without a build runs its sources', () => {
  rmSync(join(folder, 'dist'), { recursive: true })
  write('src/interfaces/cli/main.ts', "const words: string = 'from source'\nconsole.log(words)")
  expect(onNew().stdout).toBe('from source\n')
})

test('a linked launcher finds its neighbours', () => {
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  symlinkSync(launcher, join(elsewhere, 'mayday'))
  launcher = join(elsewhere, 'mayday')
  installNode('26.1.0')
  expect(JSON.parse(onNew('--version').stdout).args).toEqual(['--version'])
  expect(JSON.parse(onOld('--version').stdout).args).toEqual(['--version'])
})

test('an old Node starts a newer neighbour', () => {
  installNode('26.1.0')
  expect(JSON.parse(onOld('explain', '--json', 'x').stdout)).toEqual({
    args: ['explain', '--json', 'x'],
    node: process.versions.node,
  })
})

test('the exit code passes through the hand-over', () => {
  installNode('26.1.0')
  expect(onOld('exit', '75').status).toBe(75)
})

test('the ending signal passes through the hand-over', () => {
  installNode('26.1.0')
  expect(onOld('die', 'SIGKILL').signal).toBe('SIGKILL')
})

test('a signal to the launcher reaches the program', async () => {
  installNode('26.1.0')
  const child = spawn(process.execPath, ['--require', join(folder, 'old.cjs'), launcher, 'wait'])
  child.stdout.once('data', () => child.kill('SIGTERM'))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code).toBe(9)
})

test('without a new Node the error says why', () => {
  const { status, stdout, stderr } = onOld('--version')
  expect({ status, stdout, stderr: stderr.replace(folder, 'HERE') }).toEqual({
    status: 78,
    stdout: '',
    stderr:
      'mayday needs Node 24 or newer and this is 12.0.0. Install a newer Node (https://nodejs.org, or "nvm install 24"), and run it again.\n',
  })
})

test('in a clone the sentence names the install', () => {
  write('tools/node/package.json', '{}')
  const { status, stderr } = onOld('--version')
  expect([status, stderr.replace(folder, 'HERE')]).toEqual([
    78,
    'mayday needs Node 24 or newer and this is 12.0.0. Install a newer Node, or run "npm ci" in HERE, which brings one.\n',
  ])
})

test('a neighbour that is too old is refused', () => {
  installNode('22.4.0')
  expect(onOld('--version').status).toBe(78)
})

test('the launcher is written for the oldest Node', () => {
  const { program } = parseSync('mayday.cjs', readFileSync(join(bin, 'mayday.cjs'), 'utf8'))
  const newer: string[] = []
  const note = (node: { readonly type: string }): void => void newer.push(node.type)
  new Visitor({
    ArrowFunctionExpression: note,
    AwaitExpression: note,
    ChainExpression: note,
    ClassDeclaration: note,
    ForOfStatement: note,
    ImportExpression: note,
    ObjectPattern: note,
    SpreadElement: note,
    TemplateLiteral: note,
    VariableDeclaration: (node) => {
      if (node.kind !== 'var') note(node)
    },
    CatchClause: (node) => {
      if (node.param === null) note(node)
    },
  }).visit(program)
  expect(newer).toEqual([])
})
