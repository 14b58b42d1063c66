/** Bundles the library and the command line into dist/; what a command imports lazily is a chunk of its own. */
import { join } from 'node:path'
import { build } from 'rolldown'

await build({
  cwd: join(import.meta.dirname, '..'),
  input: {
    index: 'src/index.ts',
    'interfaces/cli/main': 'src/interfaces/cli/main.ts',
  },
  platform: 'node',
  external: /^node:/,
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    // As deep as the sources of the command line, so that a path relative to a module stays true in a chunk.
    chunkFileNames: 'interfaces/cli/[name]-[hash].js',
  },
  onLog: (level, log) => {
    // What the bundler doubts would break at a user's, when that chunk is first wanted.
    if (level === 'warn') throw new Error(log.message)
  },
})
