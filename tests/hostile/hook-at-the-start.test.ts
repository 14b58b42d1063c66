/** An agent leaves hooks in the repository. Going back to the start of the task to compare tests runs none of them. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testProject } from '../running-mayday.ts'
import { git } from '../task-repository.ts'

const FAILS = `echo 'FAILED t.py::test_old - assert 0'; echo '=== 1 failed, 2 passed in 0.1s ==='; exit 1`

test('a hook of the agent stays unexecuted at the start', async () => {
  await using project = await testProject()
  git(project, 'init', '--quiet', '--initial-branch=main')
  writeFileSync(project.file('verify.sh'), `${FAILS}\n`)
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message=start')
  writeFileSync(project.file('.git/hook'), `#!/bin/sh\ntouch '${project.file('.git/executed')}'\n`)
  chmodSync(project.file('.git/hook'), 0o755)
  const agent =
    'echo x > feature; for name in post-checkout post-index-change reference-transaction; do cp .git/hook .git/hooks/$name; done'
  await project.mayday(['run', '--compare', '--verify', 'sh verify.sh', '--', 'sh', '-c', agent])
  expect(project.result()?.diagnosis?.compared?.words).toBe('no new failure: 1 failed before the agent began')
  expect(existsSync(project.file('.git/hooks/post-checkout'))).toBe(true)
  expect(existsSync(project.file('.git/executed'))).toBe(false)
})
