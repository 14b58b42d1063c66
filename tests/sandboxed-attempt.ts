import { expect } from 'vitest'
import type { AttemptRecord } from '../src/bench/attempt-record.ts'
import type { BenchProject } from './bench-suite.ts'

type Tried = { readonly record: AttemptRecord | undefined; readonly log: string }

/** One attempt in a bubblewrap sandbox without a network. The agent is a shell script that fixes the bug. */
export async function sandboxedAttempt(
  bench: BenchProject,
  script: string,
  { keys = {}, env = {} }: { keys?: Readonly<Record<string, unknown>>; env?: Record<string, string> } = {},
): Promise<Tried> {
  bench.task('one', { sandbox: 'bwrap', network: false, ...keys })
  const agent = bench.program('agent.sh', `${script}\necho right >value`)
  const { stderr } = await bench.bench(['run', 'suite', '--series', 's', '--', agent], env)
  expect(stderr).toBe('')
  return { record: bench.records('s')[0], log: bench.project.log() }
}
