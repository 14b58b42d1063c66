/** What a short command loads of the bundle. Most of its time is loading. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

const sample = fileURLToPath(new URL('../examples/runs/codex-context-full.jsonl', import.meta.url))

/** Writes the paths of the loaded chunks. */
const LISTING = `
process.on('exit', () => {
  const paths = Object.keys(require.cache).filter((path) => path.includes('/dist/interfaces/cli/'))
  require('node:fs').writeFileSync(process.env.LISTED, paths.join('\\n'))
})
`

async function loadedBy(
  ...args: readonly string[]
): Promise<{ readonly stdout: string; readonly paths: string[] }> {
  await using folder = await freshFolder()
  const [listing, listed] = [folder.file('listing.cjs'), folder.file('listed')]
  writeFileSync(listing, LISTING)
  const env = { NODE_OPTIONS: `--require ${listing}`, LISTED: listed }
  const { stdout } = await mayday(args, { cwd: folder.path, env })
  return { stdout, paths: readFileSync(listed, 'utf8').split('\n') }
}

test('explain loads the readers and not the rest of the agents', async () => {
  const { stdout, paths } = await loadedBy('explain', sample)
  expect(stdout).toContain('✗ CONTEXT_EXHAUSTED')
  const names = paths.map((path) => basename(path).replace(/(?:-.{8})?\.cjs$/, ''))
  expect(names).toEqual(expect.arrayContaining(['start', 'readers', 'policy']))
  expect(names.filter((name) => name === 'agents' || name === 'running')).toEqual([])
})

const built = fileURLToPath(new URL('../dist/interfaces/cli', import.meta.url))
const hasHono = (path: string): boolean => readFileSync(path, 'utf8').includes('x-hono-already-sent')

test.each([['--version'], ['explain', sample], ['history'], ['logs', '1']])(
  'only the server of the board loads Hono: %s',
  async (...args) => {
    const { paths } = await loadedBy(...args)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter(hasHono)).toEqual([])
    expect(globSync('*.cjs', { cwd: built }).filter((name) => hasHono(join(built, name)))).toHaveLength(1)
  },
)
