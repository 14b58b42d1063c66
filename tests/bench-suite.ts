import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { AttemptRecord } from '../src/bench/attempt-record.ts'
import { readAttempts } from '../src/bench/report/read-attempts.ts'
import { freshRepository } from './git-repository.ts'
import type { Finished } from './run-mayday.ts'
import { testProject, type Going, type TestProject } from './running-mayday.ts'

/** Prints output like pytest. The file `value` decides the result, and `tests` is the number of other tests. */
const CHECK = `others=$(cat tests)
if [ "$(cat value)" = right ]; then
  echo "==== $((others + 1)) passed in 0.01s ===="
else
  echo "FAILED test_value.py::test_value - AssertionError: wrong"
  echo "==== 1 failed, $others passed in 0.01s ===="
  exit 1
fi
`

/** A project with a suite, and a repository with a bug. */
export type BenchProject = AsyncDisposable & {
  readonly project: TestProject
  readonly repo: string
  readonly broken: string
  readonly mended: string
  /** Writes a task. The defaults of `repo`, `commit` and `run` are those of the bug. */
  readonly task: (id: string, keys?: Readonly<Record<string, unknown>>) => void
  /** Writes a shell script into the project's folder. */
  readonly program: (name: string, script: string) => string
  /** Adds files to the broken commit, on a branch `odd`. */
  readonly commit: (files: Readonly<Record<string, string>>) => void
  readonly bench: (args: readonly string[], env?: Record<string, string>) => Promise<Finished>
  readonly start: (args: readonly string[], env?: Record<string, string>) => Going
  readonly records: (series: string) => readonly AttemptRecord[]
  /** The work trees that exist now. */
  readonly trees: () => readonly string[]
}

export async function benchProject(): Promise<BenchProject> {
  const repository = await freshRepository()
  const project = await testProject()
  const { path } = repository
  const broken = repository.commit('Break it', { value: 'wrong', tests: '3', 'check.sh': CHECK })
  const mended = repository.commit('Mend it', { value: 'right' })
  const suite = project.file('suite')
  const temp = project.file('temp')
  mkdirSync(suite)
  mkdirSync(temp)
  const own = { TMPDIR: temp }
  return {
    project,
    repo: path,
    broken,
    mended,
    task: (id, keys = {}) =>
      writeFileSync(
        join(suite, `${id}.yaml`),
        stringify({ id, repo: path, commit: broken, run: 'sh check.sh', ...keys }),
      ),
    program: (name, script) => {
      writeFileSync(project.file(name), `#!/bin/sh\n${script}\n`)
      chmodSync(project.file(name), 0o755)
      return project.file(name)
    },
    commit: (files) => {
      repository.git('checkout', '--quiet', '-b', 'odd', broken)
      repository.commit('Add oddities', files)
      repository.git('checkout', '--quiet', 'main')
    },
    bench: (args, env = {}) => project.mayday(['bench', ...args], { ...own, ...env }),
    start: (args, env = {}) => project.start(['bench', ...args], { ...own, ...env }),
    records: (series) => readAttempts(project.inRecord(`bench/${series}/attempts.jsonl`)).records,
    trees: () =>
      readdirSync(temp)
        .filter((name) => name.startsWith('mayday-bench-'))
        .flatMap((name) => readdirSync(join(temp, name))),
    [Symbol.asyncDispose]: async () => {
      await project[Symbol.asyncDispose]()
      await repository[Symbol.asyncDispose]()
    },
  }
}

/** The result of each task: the bench word and the stage. */
export const endsOf = (records: readonly AttemptRecord[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    records.map(({ task_id, failure_reason, stage }) => [
      task_id,
      failure_reason === null ? 'passed' : `${failure_reason} ${stage ?? ''}`,
    ]),
  )
