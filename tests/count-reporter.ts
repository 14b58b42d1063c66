import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

export type Counts = { passed: number; failed: number; skipped: number }

/** A module that fails without a failing test never ran its tests. It counts as one failure. */
function countModule(module: TestModule): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    counts[state === 'pending' ? 'failed' : state] += 1
  }
  if (!module.ok() && counts.failed === 0) counts.failed = 1
  return counts
}

/** Adds the counts of this run to those of all runs that share the file COUNTS_FILE. */
export function addCounts(counts: Counts): Counts {
  const file = process.env['COUNTS_FILE']
  if (file === undefined || file === '') return counts
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const before: Counts = text === '' ? { passed: 0, failed: 0, skipped: 0 } : JSON.parse(text)
  const sum = {
    passed: before.passed + counts.passed,
    failed: before.failed + counts.failed,
    skipped: before.skipped + counts.skipped,
  }
  writeFileSync(file, JSON.stringify(sum))
  return sum
}

/** Prints `N passed, N failed, N skipped` alone on the last line, so that a program can read it. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const total: Counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const counts of modules.map(countModule)) {
      total.passed += counts.passed
      total.failed += counts.failed
      total.skipped += counts.skipped
    }
    const all = addCounts(total)
    // At exit, because other reporters and late warnings still print after the run's end.
    process.once('exit', () => {
      process.stdout.write(`${all.passed} passed, ${all.failed} failed, ${all.skipped} skipped\n`)
    })
  }
}
