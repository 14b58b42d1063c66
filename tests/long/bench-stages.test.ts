import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter } from 'node:path'
import { expect, it } from 'vitest'
import { benchProject, endsOf, type BenchProject } from '../bench-suite.ts'

/** Each task has a different agent. */
const AGENT = `case $MAYDAY_BENCH_TASK in
  *-fixed*) echo right >value ;;
  fixes-and-fails) echo right >value; exit 9 ;;
  gives-up) echo '[MAYDAY_FAILURE:AGENT_GAVE_UP]' ;;
  removes-a-test) echo right >value; echo 2 >tests ;;
  removes-all-tests) echo 'exit 0' >check.sh ;;
  deletes-the-tests) rm check.sh tests ;;
  breaks-another | fakes-the-code)
    echo 'echo FAILED test_value.py::test_value; echo FAILED test_new.py::test_new; echo ==== 2 failed, 2 passed in 0.01s ====' >check.sh
    [ $MAYDAY_BENCH_TASK = fakes-the-code ] || echo 'exit 1' >>check.sh ;;
  hangs) exec sleep 600 ;;
  is-late) exit 124 ;;
  is-killed) exit 137 ;;
esac`

const printing = (text: string, code: number): string => `printf '%s\\n' '${text}'; exit ${code}`

/** After the agent has run, the tests end in another way. */
const after = (text: string, code: number): string =>
  `if [ "$(cat value)" = right ]; then ${printing(text, code)}; fi; sh check.sh`

function writeTasks({ task, repo, mended }: BenchProject): void {
  task('is-fixed')
  task('fixes-and-fails')
  task('bad-url', { repo: `${repo}-not-there` })
  task('bad-commit', { commit: '0123456789abcdef0123456789abcdef01234567' })
  task('setup-fails', {
    setup: ['true', 'echo "ERROR: Could not find a version that satisfies it"; false', 'touch ran-on'],
  })
  task('setup-hangs', { setup: 'sleep 600', timeouts: { setup: '1s' } })
  task('setup-is-late', { setup: 'exit 124' })
  task('setup-is-killed', { setup: 'exit 137' })
  task('clone-hangs', { repo: 'ssh://nowhere/repository', timeouts: { clone: '1s' } })
  task('passes-before', { commit: mended })
  task('name-of-a-commit', { commit: 'main' })
  task('tests-hang-before', { run: 'sleep 600', timeouts: { baseline: '1s' } })
  task('tests-hang-is-fixed', { run: after('', 0).replace('exit 0', 'sleep 600'), timeouts: { test: '1s' } })
  task('hangs', { timeouts: { agent: '1s' } })
  task('is-late')
  task('is-killed')
  task('tests-killed-before', { run: 'exit 137' })
  task('tests-killed-is-fixed', { run: after('Killed', 137) })
  task('no-tests-before', { run: printing('==== no tests ran in 0.01s ====', 5) })
  task('no-tests-is-fixed', { run: after('==== no tests ran in 0.01s ====', 5) })
  const conftest =
    'ImportError while loading conftest conftest.py\nE   ModuleNotFoundError: No module named shop'
  task('broken-conftest-is-fixed', { run: after(conftest, 4) })
  const imports =
    '==== ERRORS ====\n____ ERROR collecting test_value.py ____\nE   ModuleNotFoundError: No module named shop\n==== short test summary info ====\nERROR test_value.py\n!!!! Interrupted: 1 error during collection !!!!\n==== 1 error in 0.05s ===='
  task('import-error-is-fixed', { run: after(imports, 2) })
  task('import-error-before', { run: printing(imports, 2) })
  task('does-nothing')
  task('gives-up')
  task('removes-a-test')
  task('removes-all-tests')
  task('deletes-the-tests')
  task('fakes-the-code')
  task('missing-runner', { run: 'a-test-runner-that-is-not-there' })
  task('no-engine', { sandbox: 'podman', image: 'x', environment: { PATH: '/usr/bin:/bin' } })
  task('image-is-missing', { sandbox: 'docker', image: 'missing' })
  task('daemon-dies', { sandbox: 'docker', image: 'dies', setup: 'true' })
  task('bubble-bursts', { sandbox: 'bwrap' })
  task('sandboxed-is-fixed', { sandbox: 'docker', image: 'works', setup: 'true' })
}

/** Replaces a container engine. The name of its image says how it behaves. */
const DOCKER = `[ "$1" = ps ] && exit
while [ "$1" != --entrypoint ]; do shift; done
image=$3
shift 3
case $image in
  missing) echo "Unable to find image 'missing:latest' locally" >&2; echo 'docker: Error response from daemon: pull access denied for missing.' >&2; exit 125 ;;
  dies) case $MAYDAY_BENCH_TASK$* in *check.sh*) echo 'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?' >&2; exit 125 ;; esac ;;
esac
exec "$@"`

it('every scenario ends with its code', async () => {
  await using bench = await benchProject()
  const { project, program } = bench
  writeTasks(bench)
  const agent = program('agent.sh', AGENT)
  program('docker', DOCKER)
  program('bwrap', 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1')
  const env = {
    PATH: `${project.path}${delimiter}${process.env['PATH'] ?? ''}`,
    GIT_SSH_COMMAND: program('hanging-ssh', 'exec sleep 600'),
  }
  const { code, stdout, stderr } = await bench.bench(
    ['run', 'suite', '--jobs', '2', '--series', 's', '--', agent],
    env,
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(endsOf(bench.records('s'))).toEqual({
    'is-fixed': 'passed',
    'fixes-and-fails': 'passed',
    'bad-url': 'GIT_CLONE_FAILED git_clone',
    'bad-commit': 'GIT_CHECKOUT_FAILED git_checkout',
    'setup-fails': 'SETUP_FAILED setup',
    'setup-hangs': 'SETUP_TIMEOUT setup',
    'setup-is-late': 'SETUP_TIMEOUT setup',
    'setup-is-killed': 'SETUP_TIMEOUT setup',
    'clone-hangs': 'TIMEOUT git_clone',
    'passes-before': 'BASELINE_NOT_FAILING baseline_run',
    'name-of-a-commit': 'BASELINE_NOT_FAILING baseline_run',
    'tests-hang-before': 'TIMEOUT baseline_run',
    'tests-hang-is-fixed': 'TIMEOUT final_test',
    hangs: 'TIMEOUT agent_run',
    'is-late': 'TIMEOUT agent_run',
    'is-killed': 'TIMEOUT agent_run',
    'tests-killed-before': 'TIMEOUT baseline_run',
    'tests-killed-is-fixed': 'TIMEOUT final_test',
    'no-tests-before': 'NO_TESTS_COLLECTED baseline_run',
    'no-tests-is-fixed': 'NO_TESTS_COLLECTED final_test',
    'broken-conftest-is-fixed': 'INTERNAL_ERROR final_test',
    'import-error-is-fixed': 'INTERNAL_ERROR final_test',
    'import-error-before': 'INTERNAL_ERROR baseline_run',
    'does-nothing': 'TESTS_FAILED final_test',
    'gives-up': 'AGENT_GAVE_UP agent_run',
    'removes-a-test': 'TESTS_FAILED final_test',
    'removes-all-tests': 'NO_TESTS_COLLECTED final_test',
    'deletes-the-tests': expect.stringMatching(/final_test$/) as unknown,
    'fakes-the-code': 'TESTS_FAILED final_test',
    'missing-runner': 'SETUP_FAILED baseline_run',
    'no-engine': 'SANDBOX_ERROR baseline_run',
    'image-is-missing': 'SANDBOX_ERROR baseline_run',
    'daemon-dies': 'SANDBOX_ERROR baseline_run',
    'bubble-bursts': 'SANDBOX_ERROR baseline_run',
    'sandboxed-is-fixed': 'passed',
  })
  expect(bench.trees()).toEqual([])
  expect(stdout).toContain('s: 3 of 35 attempts passed')
})

it('an attempt records how the agent itself ended', async () => {
  await using bench = await benchProject()
  bench.task('fixes-and-fails')
  bench.task('hangs', { timeouts: { agent: '1s' } })
  await bench.bench(['run', 'suite', '--series', 's', '--', bench.program('agent.sh', AGENT)])
  expect(
    bench
      .records('s')
      .map(({ task_id, passed, failure_reason, stop_reason }) => [
        task_id,
        passed,
        failure_reason,
        stop_reason,
      ]),
  ).toEqual([
    ['fixes-and-fails', true, null, 'UNKNOWN'],
    ['hangs', false, 'TIMEOUT', 'MAX_TIME'],
  ])
})

it('only newly failing tests are the agent’s', async () => {
  await using bench = await benchProject()
  bench.task('breaks-another')
  await bench.bench(['run', 'suite', '--series', 's', '--', bench.program('agent.sh', AGENT)])
  expect(bench.records('s')[0]).toMatchObject({
    failure_reason: 'TESTS_FAILED',
    baseline: { failing: ['test_value.py::test_value'], isFlaky: false },
    newly_failing: ['test_new.py::test_new'],
  })
})

it('a baseline that fails in two ways is flaky', async () => {
  await using bench = await benchProject()
  const flaky =
    'if [ -e seen ]; then rm seen; sh check.sh; else touch seen; echo "FAILED test_other.py::test_other - no"; echo "==== 1 failed, 3 passed in 0.01s ===="; exit 1; fi'
  bench.task('is-fixed', { run: flaky })
  const { stdout } = await bench.bench(['validate', 'suite'])
  expect(stdout).toContain(
    '✔ is-fixed  valid  this fails: test_other.py::test_other; flaky: the second run differs',
  )
})

it('an agent sees neither fix nor home', async () => {
  await using bench = await benchProject()
  bench.task('is-fixed')
  const agent = bench.program(
    'agent.sh',
    'git log --all --format=%s; git remote; echo "$HOME $TMPDIR"; git cat-file -e "$1" && echo leaked; echo right >value',
  )
  await bench.bench(['run', 'suite', '--series', 's', '--', agent, bench.mended])
  const [record] = bench.records('s')
  const log = readFileSync(bench.project.inRecord(`${record?.log_path}/worker.log`), 'utf8')
  expect(record?.passed).toBe(true)
  expect(log).not.toContain('Mend it')
  expect(log).not.toContain('leaked')
  expect(log).toMatch(new RegExp(`/${record?.run_id}/home \\S+/${record?.run_id}/tmp\n`))
})

it('work trees of failed attempts stay on request', async () => {
  await using bench = await benchProject()
  bench.task('is-fixed')
  bench.task('does-nothing')
  const agent = bench.program('agent.sh', AGENT)
  await bench.bench(['run', 'suite', '--series', 's', '--keep', '--', agent])
  const failed = bench.records('s').find(({ passed }) => !passed)
  expect(bench.trees()).toEqual([failed?.run_id])
})

it('a container does not outlive its attempt', async () => {
  await using bench = await benchProject()
  const { project, program } = bench
  bench.task('hangs', { sandbox: 'docker', image: 'x', setup: 'sleep 600', timeouts: { setup: '1s' } })
  const said = project.file('said')
  program('docker', `echo "$HOME: $*" >>${said}\ncase $1 in ps) echo c0ffee ;; run) exec sleep 600 ;; esac`)
  const PATH = `${project.path}${delimiter}${process.env['PATH'] ?? ''}`
  await bench.bench(['run', 'suite', '--series', 's', '--', program('agent.sh', AGENT)], { PATH })
  const [record] = bench.records('s')
  expect(record?.failure_reason).toBe('SETUP_TIMEOUT')
  const asked = readFileSync(said, 'utf8').trim().split('\n')
  expect(asked[0]).toContain(`${homedir()}: run --rm -i --init --label mayday.attempt=${record?.run_id}`)
  expect(asked.at(-2)).toContain(`ps -aq --filter label=mayday.attempt=${record?.run_id}`)
  expect(asked.at(-1)).toContain('rm -f c0ffee')
})

it('a container gets only what it needs', async () => {
  await using bench = await benchProject()
  const { project, program } = bench
  bench.task('is-fixed', {
    sandbox: 'docker',
    image: 'works',
    network: false,
    environment: { PORT: 80 },
    agentVariables: ['ANTHROPIC_API_KEY'],
  })
  const said = project.file('said')
  program('docker', `case $1 in run) echo "$*" >>${said} ;; esac\n${DOCKER}`)
  const env = {
    PATH: `${project.path}${delimiter}${process.env['PATH'] ?? ''}`,
    ANTHROPIC_API_KEY: 'sk-ant-0123456789',
    STRIPE_API_KEY: 'sk-0123456789',
  }
  await bench.bench(['run', 'suite', '--series', 's', '--', program('agent.sh', AGENT)], env)
  const [baseline = '', agent = '', test = ''] = readFileSync(said, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('run '))
  for (const one of [baseline, agent, test]) {
    expect(one).toContain('--cap-drop ALL --security-opt no-new-privileges --pids-limit 4096')
    expect(one).toContain('--network none')
    expect(one).toContain('-e PORT')
    expect(one).not.toMatch(/-e (?:PATH|STRIPE_API_KEY|PWD)\b/)
  }
  expect([baseline, agent, test].map((one) => one.includes('-e ANTHROPIC_API_KEY'))).toEqual([
    false,
    true,
    false,
  ])
  expect([...agent.matchAll(/ -v (\S+)/g)].map(([, mount]) => mount?.replace(/.*[/]/, ''))).toEqual([
    'tree',
    'home',
    'tmp',
    'prompt.md:ro',
  ])
})
