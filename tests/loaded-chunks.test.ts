/** What a short command loads of the bundle. Most of its time is loading. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from './run-mayday.ts'

const sample = fileURLToPath(new URL('../examples/runs/codex-context-full.jsonl', import.meta.url))

/** Writes the names of the loaded chunks, without their hashes. */
const LISTING = `
process.on('exit', () => {
  const names = Object.keys(require.cache).filter((path) => path.includes('/dist/interfaces/cli/'))
  const short = names.map((path) => path.split('/').pop().replace(/(?:-.{8})?\\.cjs$/, ''))
  require('node:fs').writeFileSync(process.env.LISTED, short.join('\\n'))
})
`

test('explain loads the readers and not the rest of the agents', async () => {
  await using folder = await freshFolder()
  const [listing, listed] = [folder.file('listing.cjs'), folder.file('listed')]
  writeFileSync(listing, LISTING)
  const env = { NODE_OPTIONS: `--require ${listing}`, LISTED: listed }
  const { stdout } = await mayday(['explain', sample], { cwd: folder.path, env })
  expect(stdout).toContain('✗ CONTEXT_EXHAUSTED')
  const names = readFileSync(listed, 'utf8').split('\n')
  expect(names).toEqual(expect.arrayContaining(['start', 'readers', 'policy']))
  expect(names.filter((name) => name === 'agents' || name === 'running')).toEqual([])
})
