/**
 * Bundles the library, the command line and the board's page into dist/. The command line is CommonJS, because that is
 * loaded without a pause for each file, and what a command imports lazily is a chunk of its own. Only what `run` needs
 * besides is one chunk for all: fifty small files cost it a tenth of its start.
 */
import { globSync, readFileSync } from 'node:fs'
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { build, type BuildOptions } from 'rolldown'
import type { Agent } from '../src/agents/agent.ts'
import { agents } from '../src/agents/agents.ts'
import * as accounts from '../src/agents/account-list.ts'
import * as names from '../src/agents/names.ts'
import { packageVersion } from '../src/record/package-version.ts'
import { ruleWords } from '../src/diagnosis/rule-words.ts'
import { talkWords } from '../src/signals/talk-words.ts'
import { cueAlternatives } from '../src/signals/tools/cue-alternatives.ts'
import { assemble } from './assemble.ts'
import { withLateExpressions } from './late-expressions.ts'
import { slimMap, type SourceMapJson } from './slim-map.ts'
import { withoutExamples } from './without-examples.ts'

const root = join(import.meta.dirname, '..')

/** A module with these values, written out. */
function constantsOf(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}

/** Each folder of an agent has the same files. */
function readersOf(all: readonly Agent[]): string {
  const imports = all.map(({ name }, at) => `import { reader as r${at} } from './${name}/reader.ts'\n`)
  const readers = all.map(({ name }, at) => `{ name: ${JSON.stringify(name)}, ...r${at} }`)
  return `${imports.join('')}export const agentReaders = [${readers.join(', ')}]\n`
}

const counter = await assemble(join(root, 'src/signals/bytes/count-newlines.wat'))

/** Modules whose values are computed here, so that nothing they need is loaded for them. */
const computed = new Map([
  [
    join(root, 'src/signals/bytes/newline-counter.ts'),
    `export const newlineCounter = Uint8Array.of(${counter.join(',')})`,
  ],
  [
    join(root, 'src/signals/tools/cue-alternatives.ts'),
    `export const cueAlternatives = () => JSON.parse(${JSON.stringify(JSON.stringify(cueAlternatives()))})`,
  ],
  [
    join(root, 'src/diagnosis/rule-words.ts'),
    `export const ruleWords = () => JSON.parse(${JSON.stringify(JSON.stringify(ruleWords()))})`,
  ],
  [join(root, 'src/signals/talk-words.ts'), `export const talkWords = () => ${JSON.stringify(talkWords())}`],
  [
    // The MCP SDK brings Ajv to check the answers of a client's user, and `mayday mcp` asks for none.
    join(root, 'node_modules/@modelcontextprotocol/server/dist/shimsNode.mjs'),
    `export { default as process } from 'node:process'\nexport class DefaultJsonSchemaValidator {}\n`,
  ],
  [
    join(root, 'src/record/package-version.ts'),
    `export const packageVersion = () => ${JSON.stringify(packageVersion())}`,
  ],
  // The agents have more than readers: stories, plugins, sessions. A command that only reads an output loads none of that.
  [join(root, 'src/agents/readers.ts'), readersOf(agents)],
  [join(root, 'src/agents/account-list.ts'), constantsOf(accounts)],
  [join(root, 'src/agents/names.ts'), constantsOf(names)],
])

/** Of the folders whose tables carry examples. */
const slimRules = (id: string): string | null =>
  id.startsWith(join(root, 'src/diagnosis/')) || id.startsWith(join(root, 'src/signals/'))
    ? withLateExpressions(id, withoutExamples(id, readFileSync(id, 'utf8')))
    : null

const common = {
  cwd: root,
  platform: 'node',
  // What only a fleet needs is loaded from the installed packages.
  external: /^(?:node:|pg$|pg-boss$)/,
  // How long a plugin took says nothing about the bundle, and on a busy machine it would end the build.
  checks: { bundlerTimings: false },
  plugins: [{ name: 'computed-ahead', load: (id) => computed.get(id) ?? slimRules(id) }],
  onLog: (level, log) => {
    // What the bundler doubts would break at a user's, when that chunk is first wanted.
    if (level === 'warn') throw new Error(log.message)
  },
} as const satisfies BuildOptions

/** The imports of a module, without those of types and those that are loaded later. */
const importsOf = (path: string): readonly string[] => {
  const known = importsRead.get(path)
  if (known !== undefined) return known
  const imports = (computed.get(path) ?? readFileSync(path, 'utf8')).matchAll(
    /^(?:import|export) (?!type )[^;'"]*?from '(\.[^']+)'/gms,
  )
  const found = [...imports].map(([, name = '']) => resolve(dirname(path), name))
  importsRead.set(path, found)
  return found
}
const importsRead = new Map<string, readonly string[]>()

/** The modules that are loaded with one, itself included. */
function neededBy(path: string, found: Set<string> = new Set()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const one of importsOf(path)) neededBy(one, found)
  return found
}

const cli = join(root, 'src/interfaces/cli')
const start = neededBy(join(cli, 'main.ts'))
const quick = neededBy(join(cli, 'ask-why/explain.ts'), new Set(start))
/** What `explain` needs of a failure: the plan by the policy of the project. */
const policy = new Set<string>()
for (const path of ['config/project-config.ts', '../../config/custom-reasons.ts', '../../recovery/advice.ts'])
  neededBy(join(cli, path), policy)
const running = neededBy(join(cli, 'run/run.ts')).difference(quick).difference(policy)
const signals = neededBy(join(root, 'src/signals/read-signals.ts'))
/** What commands need that explain nothing. */
const basics = new Set<string>()
for (const path of globSync('*/*.ts', { cwd: cli })) {
  const needed = neededBy(join(cli, path))
  if (!needed.has(join(root, 'src/signals/reader.ts')) && !needed.has(join(root, 'src/diagnosis/rules.ts')))
    for (const one of needed.difference(start)) basics.add(one)
}
/** The readers of all agents, and what only they need of other rooms. */
const readers = neededBy(join(root, 'src/agents/readers.ts')).difference(signals).difference(start)
/** The rest of the agents: who wants one of them gets all. */
const wholeAgents = neededBy(join(root, 'src/agents/loaded-agents.ts'))
  .difference(signals)
  .difference(quick)
  .difference(policy)

await rm(join(root, 'dist'), { recursive: true, force: true })
// The library and the watchers of streams share what they read outputs with.
await build({
  ...common,
  input: {
    index: 'src/index.ts',
    'streams/claude': 'src/agents/claude/with-mayday.ts',
    'streams/codex': 'src/agents/codex/with-mayday.ts',
  },
  output: { dir: 'dist', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
})
await build({
  ...common,
  input: { index: 'src/testing/index.ts', 'agent-program': 'src/testing/agent-program.ts' },
  output: { dir: 'dist/testing', entryFileNames: '[name].js' },
})
await build({
  ...common,
  input: { main: 'src/interfaces/cli/main.ts' },
  preserveEntrySignatures: false,
  output: {
    // As deep as the sources of the command line, so that a path relative to a module stays true.
    dir: 'dist/interfaces/cli',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        // What every command loads comes in one file: opening a file takes longer than reading it.
        { name: 'start', test: (id) => start.has(id) && id !== join(cli, 'main.ts') },
        { name: 'readers', test: (id) => readers.has(id) },
        { name: 'agents', test: (id) => wholeAgents.has(id) },
        { name: 'policy', test: (id) => policy.has(id) && !quick.has(id) },
        { name: 'basics', test: (id) => quick.has(id) && basics.has(id) },
        { name: 'explaining', test: (id) => quick.has(id) && !start.has(id) },
        { name: 'running', test: (id) => running.has(id) && !wholeAgents.has(id) },
      ],
    },
    minify: true,
    // Read only where a bug is reported: see interfaces/cli/readable-stack.ts.
    sourcemap: 'hidden',
  },
})
await slimMaps()
await build({
  ...common,
  input: { hook: 'src/interfaces/cli/connect/hook-entry.ts' },
  output: { dir: 'dist/interfaces', format: 'cjs', entryFileNames: '[name].cjs', minify: true },
})
await build({
  ...common,
  platform: 'browser',
  external: [],
  input: { app: 'web/main.tsx' },
  tsconfig: 'web/tsconfig.json',
  // Each page is a file of its own, which is loaded when it is opened.
  output: {
    dir: 'dist/board',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: true,
  },
})
await build({
  ...common,
  platform: 'browser',
  external: [],
  input: { theme: 'web/theme-first.ts' },
  output: { dir: 'dist/board', entryFileNames: '[name].js', format: 'iife', minify: true },
})
await copyFile(join(root, 'web/index.html'), join(root, 'dist/board/index.html'))
await writeFile(join(root, 'dist/board/app.css'), await readStyles())

/** What is bundled keeps its licence. */
const BUNDLED = [
  '@hono/node-server',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
  '@valibot/to-json-schema',
  'hono',
  'preact',
  'valibot',
  'yaml',
  'zod',
]
/** The MCP SDK contains a copy of it, without its licence. */
const inSdk = await readFile(join(root, 'tools/licences/content-type.txt'), 'utf8')
const licences = [...(await Promise.all(BUNDLED.map(licenceOf))), `== content-type\n\n${inSdk}`]
await writeFile(join(root, 'dist/THIRD-PARTY.txt'), licences.join('\n'))

async function licenceOf(name: string): Promise<string> {
  const folder = join(root, 'node_modules', name)
  const [file] = await Array.fromAsync(glob('LICEN[CS]E*', { cwd: folder }))
  if (file === undefined) throw new Error(`${name} has no licence`)
  return `== ${name}\n\n${await readFile(join(folder, file), 'utf8')}`
}

/** All of them in the order of their names, without what only people read. */
async function readStyles(): Promise<string> {
  const names = await Array.fromAsync(glob('*.css', { cwd: join(root, 'web/styles') }))
  const texts = names.toSorted().map((name) => readFile(join(root, 'web/styles', name), 'utf8'))
  return (await Promise.all(texts))
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\n\s*/g, '\n')
}

/**
 * Lines are enough for a stack: whole maps would be larger than the program. They are in one file, because nobody needs
 * them until a bug is reported.
 */
async function slimMaps(): Promise<void> {
  const maps: Record<string, SourceMapJson> = {}
  for await (const name of glob('dist/interfaces/cli/*.map', { cwd: root })) {
    maps[basename(name, '.map')] = slimMap(JSON.parse(await readFile(join(root, name), 'utf8')))
    await rm(join(root, name))
  }
  await writeFile(join(root, 'dist/interfaces/cli/maps.json'), JSON.stringify(maps))
}
