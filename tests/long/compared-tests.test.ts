/** Failing tests of verify compared with those at the start of the task, and with their history. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testProject, until, type TestProject } from '../running-mayday.ts'
import { git } from '../task-repository.ts'

/**
 * Prints like pytest. Every file in fails/ is a failing test, and so is each one outside of the work tree. In a
 * separate work tree, where .git is a file, it may hang.
 */
const VERIFY = `
echo ran >> "$HOME_GIT/ran"
[ -e "$HOME_GIT/hang" ] && [ -f .git ] && { echo $$ > "$HOME_GIT/pid"; mv "$HOME_GIT/pid" "$HOME_GIT/trying"; exec sleep 600; }
[ -e broken ] && { echo 'SyntaxError: invalid syntax'; exit 1; }
names=$(ls fails "$HOME_GIT/shaky" 2>/dev/null | grep test_)
[ -z "$names" ] && { echo '============ 10 passed in 0.10s ============'; exit 0; }
echo '=================== short test summary info ==================='
for name in $names; do echo "FAILED tests/test_app.py::$name - assert 1 == 2"; done
count=$(echo "$names" | wc -l | tr -d ' ')
echo "============ $count failed, $((10 - count)) passed in 0.10s ============"
exit 1
`

const NAME = 'tests/test_app.py::'

/** A repository in which these tests fail. */
async function tested(...failing: readonly string[]): Promise<TestProject> {
  const project = await testProject()
  mkdirSync(project.file('fails'))
  writeFileSync(project.file('fails/.keep'), '')
  writeFileSync(project.file('verify.sh'), VERIFY)
  for (const name of failing) writeFileSync(project.file(`fails/${name}`), '')
  git(project, 'init', '--quiet', '--initial-branch=main')
  git(project, 'add', '.')
  git(project, 'commit', '--quiet', '--message=start')
  return project
}

const inGit = (project: TestProject): Record<string, string> => ({ HOME_GIT: project.file('.git') })

const run = (
  project: TestProject,
  args: readonly string[],
  agent: string,
): ReturnType<TestProject['mayday']> =>
  project.mayday(['run', '--verify', 'sh verify.sh', ...args, '--', 'sh', '-c', agent], inGit(project))

/** How often verify ran. */
const timesRun = (project: TestProject): number =>
  readFileSync(project.file('.git/ran'), 'utf8').trim().split('\n').length

/** Makes a test fail without a change of the code. */
function shake(project: TestProject, isFailing: boolean): void {
  mkdirSync(project.file('.git/shaky'), { recursive: true })
  if (isFailing) writeFileSync(project.file('.git/shaky/test_shaky'), '')
  else rmSync(project.file('.git/shaky/test_shaky'), { force: true })
}

describe('a plain run', () => {
  test('distinguishes new failures from old ones', async () => {
    await using project = await tested('test_old')
    const { code, stdout } = await run(project, ['--compare'], 'touch fails/test_new')
    expect(code).toBe(1)
    expect(stdout).toContain('1 new failure, 1 failed before the agent began; new:')
    const { diagnosis, summary, plan } = project.result() ?? {}
    expect(diagnosis?.compared?.kinds).toEqual({
      new: [`${NAME}test_new`],
      old: [`${NAME}test_old`],
      flaky: [],
      unnamed: 0,
    })
    expect(diagnosis?.failing).toEqual([`${NAME}test_new`])
    expect(summary).toContain('1 new failure, 1 failed before the agent began')
    expect(plan?.kind).toBe('retry')
    expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(git(project, 'status', '--short').trim()).toBe('?? fails/test_new')
  })

  test('is compared with uncommitted changes before it', async () => {
    await using project = await tested()
    writeFileSync(project.file('fails/test_mine'), '')
    await run(project, ['--compare'], 'touch fails/test_new')
    expect(project.result()?.diagnosis?.compared?.words).toBe(
      '1 new failure, 1 failed before the agent began',
    )
    expect(git(project, 'for-each-ref', '--format=%(refname)', 'refs/mayday/compare').trim()).toBe('')
  })

  test('runs no further verify unless requested', async () => {
    await using project = await tested('test_old')
    await run(project, [], 'touch fails/test_new')
    expect(timesRun(project)).toBe(1)
    expect(project.result()?.diagnosis?.compared).toBeUndefined()
    expect(project.result()?.tests).toMatchObject([{ stage: 'final_test', failed: 2, passed: 8 }])
  })

  test('runs no further verify if it passes', async () => {
    await using project = await tested()
    expect((await run(project, ['--compare'], 'true')).code).toBe(0)
    expect(timesRun(project)).toBe(1)
  })

  test('tests the start of a commit once', async () => {
    await using project = await tested('test_old')
    await run(project, ['--compare'], 'touch fails/test_new')
    rmSync(project.file('fails/test_new'))
    await run(project, ['--compare'], 'touch fails/test_other')
    expect(timesRun(project)).toBe(3)
    expect(project.result()?.diagnosis?.compared?.kinds?.new).toEqual([`${NAME}test_other`])
  })

  test('says why its start cannot be compared', async () => {
    await using project = await tested()
    writeFileSync(project.file('broken'), '')
    git(project, 'add', '.')
    git(project, 'commit', '--quiet', '--message=broken')
    await run(project, ['--compare'], 'rm broken; touch fails/test_new')
    const { compared } = project.result()?.diagnosis ?? {}
    expect(compared?.kinds).toBeNull()
    expect(compared?.words).toMatch(/^not compared with the task's start: verify named no tests there/)
    expect(project.result()?.plan?.kind).toBe('retry')
  })

  test('gets the same verdict when diagnosed again', async () => {
    await using project = await tested('test_old')
    await run(project, ['--compare'], 'touch fails/test_new')
    const { stdout } = await project.mayday(['explain', project.folders()[0] ?? ''])
    expect(stdout).toContain('1 new failure, 1 failed before the agent began')
  })

  test('compares real tests of Node by their names', async () => {
    await using project = await testProject()
    const failing = (name: string): string =>
      `import { test } from 'node:test'\ntest('${name}', () => { throw new Error('no') })\n`
    writeFileSync(project.file('old.test.mjs'), failing('logs in'))
    writeFileSync(project.file('new.txt'), failing('logs out'))
    git(project, 'init', '--quiet', '--initial-branch=main')
    git(project, 'add', '.')
    git(project, 'commit', '--quiet', '--message=start')
    const verify = ['--compare', '--verify', `'${process.execPath}' --test`]
    await project.mayday(['run', ...verify, '--', 'cp', 'new.txt', 'new.test.mjs'])
    expect(project.result()?.diagnosis?.compared?.kinds).toMatchObject({
      new: ['logs out'],
      old: ['logs in'],
    })
  })

  test('refuses to compare without verify or git', async () => {
    await using project = await testProject()
    const bare = await project.mayday(['run', '--compare', '--', 'true'])
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('--compare needs a command')])
    const outside = await project.mayday(['run', '--compare', '--verify', 'true', '--', 'true'])
    expect([outside.code, outside.stderr]).toEqual([2, expect.stringContaining('needs a git repository')])
  })
})

describe('a task', () => {
  const options = ['--phase', '3', '--compare', '--attempts', '2', '--verify', 'sh verify.sh']
  const add = (project: TestProject, agent: string): Promise<unknown> =>
    project.mayday(['add', 'Add the feature', ...options, '--', 'sh', '-c', agent, 'agent', '{prompt}'])

  test('without a new failure needs a person', async () => {
    await using project = await tested('test_old')
    await add(project, 'echo x > feature')
    const { code, stdout } = await project.mayday(['run', '--task', '1'], inGit(project))
    expect(code).toBe(3)
    expect(project.folders()).toHaveLength(1)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '→ escalate Verify failed with no new failure: 1 failed before the agent began.',
    )
    expect(project.result()?.plan).toMatchObject({ kind: 'escalate' })
    expect((await project.mayday(['escalations'])).stdout).toContain('no new failure')
  })

  test('tells the next attempt the new failures', async () => {
    await using project = await tested('test_old')
    await add(project, 'echo x >> feature; touch fails/test_new; printf %s "$1" > .git/prompt')
    await project.mayday(['run', '--task', '1', '--no-wait'], inGit(project))
    expect(project.folders()).toHaveLength(2)
    const prompt = readFileSync(project.file('.git/prompt'), 'utf8')
    expect(prompt).toContain(`new: ${NAME}test_new`)
    expect(prompt).toContain(`new failures: ${NAME}test_new`)
    expect(prompt).toContain(`failed before the agent began: ${NAME}test_old`)
    // Twice after the agent, and once at the start of the task for both.
    expect(timesRun(project)).toBe(3)
  })

  test('in the config compares without an option', async () => {
    await using project = await tested('test_old')
    writeFileSync(project.file('mayday.yaml'), 'stages:\n  verify: sh verify.sh\n  compare: true\n')
    await project.mayday(['add', 'Add it', '--', 'sh', '-c', 'echo x > feature'])
    await project.mayday(['run', '--task', '1'], inGit(project))
    expect(project.result()?.diagnosis?.compared?.kinds?.old).toEqual([`${NAME}test_old`])
  })
})

describe('the history of tests', () => {
  test('knows a test that failed on unchanged code', async () => {
    await using project = await tested()
    for (const isFailing of [false, true, false]) {
      shake(project, isFailing)
      await run(project, [], 'true')
    }
    shake(project, true)
    await run(project, ['--compare'], 'touch fails/test_new')
    expect(project.result()?.diagnosis?.compared?.words).toBe(
      '1 new failure, 1 is flaky (failed in 1 of 3 runs of unchanged code)',
    )
    expect((await project.mayday(['stats'])).stdout).toMatch(
      /Flaky tests\n {2}tests\/test_app\.py::test_shaky\s+failed in 1 of 3 runs of unchanged code/,
    )
    const { flaky } = JSON.parse((await project.mayday(['stats', '--json'])).stdout)
    expect(flaky).toMatchObject([{ name: `${NAME}test_shaky`, failed: 1, runs: 3 }])
  })

  test('counts a run without changes itself', async () => {
    await using project = await tested()
    await run(project, [], 'true')
    shake(project, true)
    await run(project, ['--compare'], 'true')
    const { words } = project.result()?.diagnosis?.compared ?? {}
    expect(words).toBe('no new failure: 1 is flaky (failed in 1 of 2 runs of unchanged code)')
    expect(project.result()?.plan?.kind).toBe('escalate')
  })

  test('keeps more names than a verdict shows', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `test_${at}`)
    await using project = await tested(...many)
    await run(project, [], 'true')
    expect(project.result()?.tests?.[0]?.names).toHaveLength(30)
    expect(project.result()?.diagnosis?.failing).toHaveLength(20)
  })
})

test('an adopter repeats a killed comparison', async () => {
  await using project = await tested('test_old')
  writeFileSync(project.file('.git/hang'), '')
  const args = ['run', '--compare', '--verify', 'sh verify.sh', '--', 'sh', '-c', 'touch fails/test_new']
  const going = project.start(args, inGit(project))
  await until('the try at the start', () => existsSync(project.file('.git/trying')))
  going.child.kill('SIGKILL')
  await going.finished
  rmSync(project.file('.git/hang'))
  await project.mayday(['history'])
  await until('the result', () => project.result())
  expect(project.result()?.diagnosis?.compared?.kinds?.new).toEqual([`${NAME}test_new`])
  const pid = Number(readFileSync(project.file('.git/trying'), 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(readdirSync(project.inRecord('tries')).filter((name) => name.startsWith('compare'))).toEqual([])
})
