/**
 * Bundles the library, the command line and the board's page into dist/. The command line is CommonJS, because that is
 * loaded without a pause for each file, and what a command imports lazily is a chunk of its own.
 */
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type BuildOptions } from 'rolldown'
import { cueAlternatives } from '../src/signals/tools/cue-alternatives.ts'

const root = join(import.meta.dirname, '..')

const common = {
  cwd: root,
  platform: 'node',
  external: /^node:/,
  plugins: [
    {
      name: 'computed-ahead',
      load: (id) =>
        id === join(root, 'src/signals/tools/cue-alternatives.ts')
          ? `export const cueAlternatives = () => JSON.parse(${JSON.stringify(JSON.stringify(cueAlternatives()))})`
          : null,
    },
  ],
  onLog: (level, log) => {
    // What the bundler doubts would break at a user's, when that chunk is first wanted.
    if (level === 'warn') throw new Error(log.message)
  },
} as const satisfies BuildOptions

await rm(join(root, 'dist'), { recursive: true, force: true })
await build({
  ...common,
  input: { index: 'src/index.ts' },
  output: { dir: 'dist', entryFileNames: '[name].js' },
})
await build({
  ...common,
  input: { index: 'src/testing/index.ts', 'agent-program': 'src/testing/agent-program.ts' },
  output: { dir: 'dist/testing', entryFileNames: '[name].js' },
})
await build({
  ...common,
  input: { main: 'src/interfaces/cli/main.ts' },
  output: {
    // As deep as the sources of the command line, so that a path relative to a module stays true.
    dir: 'dist/interfaces/cli',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify: true,
  },
})
await build({
  ...common,
  platform: 'browser',
  external: [],
  input: { app: 'web/main.tsx' },
  tsconfig: 'web/tsconfig.json',
  output: { dir: 'dist/board', entryFileNames: '[name].js', minify: true },
})
await copyFile(join(root, 'web/index.html'), join(root, 'dist/board/index.html'))
await writeFile(join(root, 'dist/board/app.css'), await readStyles())

/** All of them in the order of their names, without what only people read. */
async function readStyles(): Promise<string> {
  const names = await Array.fromAsync(glob('*.css', { cwd: join(root, 'web/styles') }))
  const texts = names.toSorted().map((name) => readFile(join(root, 'web/styles', name), 'utf8'))
  return (await Promise.all(texts))
    .join('')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\n\s*/g, '\n')
}
