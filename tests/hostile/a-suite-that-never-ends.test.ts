/** A suite that came with a repository: pipes, devices and endless files in it must not keep Mayday waiting. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshFolder, mayday } from '../run-mayday.ts'

test.each([['validate'], ['run', '--', 'true']])('bench %s names what is no file', async (word, ...rest) => {
  await using folder = await freshFolder()
  mkdirSync(folder.file('suite'))
  spawnSync('mkfifo', [folder.file('suite/pipe.yaml')])
  symlinkSync('pipe.yaml', folder.file('suite/link-to-pipe.yaml'))
  symlinkSync('/dev/zero', folder.file('suite/zero.yaml'))
  symlinkSync('nowhere', folder.file('suite/dangling.yaml'))
  mkdirSync(folder.file('suite/folder.yaml'))
  writeFileSync(folder.file('suite/huge.yaml'), '')
  truncateSync(folder.file('suite/huge.yaml'), 2 ** 40)
  const { code, stderr } = await mayday(['bench', word, 'suite', ...rest], { cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr.trim().split('\n')).toEqual([
    'mayday: suite/dangling.yaml:1:1: this is a link to a file that does not exist.',
    'suite/folder.yaml:1:1: this is a folder, and a task file is a regular file.',
    'suite/huge.yaml:1:1: this is larger than 4194304 bytes, the maximum for a task file.',
    'suite/link-to-pipe.yaml:1:1: this is a pipe, and a task file is a regular file.',
    'suite/pipe.yaml:1:1: this is a pipe, and a task file is a regular file.',
    'suite/zero.yaml:1:1: this is a device, and a task file is a regular file.',
  ])
})

test('a pipe given as the suite is refused', async () => {
  await using folder = await freshFolder()
  spawnSync('mkfifo', [folder.file('pipe')])
  const { code, stderr } = await mayday(['bench', 'validate', 'pipe'], { cwd: folder.path })
  expect([code, stderr]).toEqual([
    2,
    'mayday: pipe:1:1: this is a pipe, and a task file is a regular file.\n',
  ])
})
