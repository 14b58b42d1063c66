import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openProcesses } from '../../src/supervision/processes/open-processes.ts'
import { testProject, until, type TestProject } from '../running-mayday.ts'

const processes = openProcesses()
const isLinux = process.platform === 'linux'
const title = (text: string): string => (isLinux ? text : `${text} (needs /proc)`)

/** Starts a process without session, environment and tag, and prints its number once it is so. */
const HIDE = `
setsid env -i sleep 1000 &
while tr '\\0' '\\n' < "/proc/$!/environ" | grep -q .; do :; done
echo "child $!"
`
/** The shell of a stage is the child of its wrapper. */
const KILL_WRAPPER = 'kill -KILL "$PPID"; exec sleep 1000'
const SAYS = /may\s+still\s+run/

const childIn = (project: TestProject): number => Number(/^child (\d+)$/m.exec(project.log())?.[1])
/** The process that adopted it may not have waited for it yet. */
const isGone = (pid: number): boolean => processes.lineage(pid)[0]?.pid !== pid
/** Whether the hidden process is gone; where not, it is ended here. */
const wasEnded = (project: TestProject): boolean => {
  const hidden = childIn(project)
  if (isGone(hidden)) return true
  process.kill(hidden, 'SIGKILL')
  return false
}
const escapesOf = (project: TestProject): readonly unknown[] =>
  (project.result()?.stages ?? []).map(({ mayHaveEscaped }) => mayHaveEscaped)

test.skipIf(!isLinux)(title('a hidden process dies though its wrapper was killed'), async () => {
  await using project = await testProject()
  const { code, stdout } = await project.mayday(['run', '--', 'sh', '-c', HIDE + KILL_WRAPPER])
  expect(code).toBe(1)
  expect(childIn(project)).toBeGreaterThan(0)
  expect(wasEnded(project)).toBe(true)
  expect(stdout).toMatch(SAYS)
  expect(escapesOf(project)).toEqual([expect.stringMatching(SAYS)])
  expect(project.events()).toContainEqual(
    expect.objectContaining({ event: 'strays:unsure', stage: 'agent_run' }),
  )
  const shown = await project.mayday(['show', '1'])
  expect(shown.stdout).toMatch(SAYS)
})

test.skipIf(!isLinux)(title('what drops its mark too is said'), async () => {
  await using project = await testProject()
  const unmark = `setsid env -i sh -c 'ulimit -w 7 || ulimit -x 7; echo "child $$"; exec sleep 1000' &
    until grep -q '^child' "$1"/logs/*/*/worker.log; do :; done
    ${KILL_WRAPPER}`
  const { stdout } = await project.mayday(['run', '--', 'sh', '-c', unmark, 'sh', project.record])
  wasEnded(project)
  expect(stdout).toMatch(SAYS)
})

test.skipIf(!isLinux)(title('a wrapper killed after a success is said'), async () => {
  await using project = await testProject()
  const kills = `until [ -e "$(echo "$1"/logs/*/*/setup.exit)" ]; do :; done; kill -KILL "$2"; exec sleep 1000`
  const setup = `setsid env -i PATH="$PATH" sh -c '${kills}' sh '${project.record}' "$PPID" & echo "child $!"; echo "wrapper $PPID"`
  const waits = `while kill -0 $(sed -n 's/^wrapper //p' '${project.record}'/logs/*/*/worker.log); do :; done; true`
  const run = ['run', '--setup', setup, '--', 'sh', '-c', waits]
  const { code, stdout } = await project.mayday(run)
  expect(code).toBe(0)
  expect(wasEnded(project)).toBe(true)
  expect(stdout).toMatch(SAYS)
  expect(escapesOf(project)).toEqual([expect.stringMatching(SAYS), undefined])
})

test.skipIf(!isLinux)(title('the adopter of the run reports it too'), async () => {
  await using project = await testProject()
  const go = join(project.path, 'go')
  const script = `${HIDE} echo "wrapper $PPID"; until [ -e '${go}' ]; do :; done; ${KILL_WRAPPER}`
  const { child, finished } = project.start(['run', '--', 'sh', '-c', script])
  const wrapper = Number(await until('the wrapper', () => /^wrapper (\d+)$/m.exec(project.log())?.[1]))
  child.kill('SIGKILL')
  await finished
  writeFileSync(go, '')
  await until('the end of the wrapper', () => isGone(wrapper))
  await project.mayday(['history'])
  await until('the result', () => project.result())
  expect(wasEnded(project)).toBe(true)
  expect(escapesOf(project)).toEqual([expect.stringMatching(SAYS)])
  const { stdout } = await project.mayday(['show', '1', '--json'])
  expect(stdout).toMatch(SAYS)
})

test.skipIf(!isLinux)(title('a wrapper left alone says nothing'), async () => {
  await using project = await testProject()
  const { code, stdout } = await project.mayday(['run', '--setup', HIDE, '--', 'sh', '-c', HIDE])
  expect(code).toBe(0)
  expect(stdout).not.toMatch(SAYS)
  expect(escapesOf(project)).toEqual([undefined, undefined])
})
