import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, type FreshFolder } from '../../tests/run-mayday.ts'
import { realInside } from './inside-project.ts'

/** A project with a folder beside it. */
function project({ path }: FreshFolder): string {
  const root = join(realpathSync(path), 'project')
  for (const name of ['docs', '.git']) mkdirSync(join(root, name), { recursive: true })
  mkdirSync(join(path, 'elsewhere'))
  writeFileSync(join(path, 'elsewhere/a.md'), 'theirs')
  writeFileSync(join(root, 'docs/a.md'), 'ours')
  return root
}

test('a file has its real path inside the project', async () => {
  await using folder = await freshFolder()
  const root = project(folder)
  symlinkSync('docs/a.md', join(root, 'link.md'))
  symlinkSync('docs', join(root, 'notes'))
  expect(realInside(root, 'docs/a.md')).toBe(join(root, 'docs/a.md'))
  expect(realInside(root, 'link.md')).toBe(join(root, 'docs/a.md'))
  expect(realInside(root, 'notes/new.md')).toBe(join(root, 'docs/new.md'))
})

test.each([
  ['../elsewhere/a.md', 'leads out of the project'],
  ['/etc/hostname', 'leads out of the project'],
  ['.', 'leads out of the project'],
  ['out.md', 'leads out of the project'],
  ['out/a.md', 'leads out of the project'],
  ['out/new.md', 'leads out of the project'],
  ['dangling.md', 'and that file does not exist'],
  ['.git/config', "leads into git's own folder"],
  ['hook.md', "leads into git's own folder"],
])('%s is refused', async (path, why) => {
  await using folder = await freshFolder()
  const root = project(folder)
  symlinkSync('../elsewhere/a.md', join(root, 'out.md'))
  symlinkSync('../elsewhere', join(root, 'out'))
  symlinkSync('nowhere', join(root, 'dangling.md'))
  writeFileSync(join(root, '.git/hook'), '')
  symlinkSync('.git/hook', join(root, 'hook.md'))
  expect(() => realInside(root, path)).toThrow(why)
})

test('a missing folder is a system error', async () => {
  await using folder = await freshFolder()
  expect(() => realInside(project(folder), 'none/new.md')).toThrow('ENOENT')
})
