import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

type Counts = { passed: number; failed: number; skipped: number }

/** A module that fails without a failing test in it never got to its tests: it counts as one failure. */
function countModule(module: TestModule): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    counts[state === 'pending' ? 'failed' : state] += 1
  }
  if (!module.ok() && counts.failed === 0) counts.failed = 1
  return counts
}

/** Prints `N passed, N failed, N skipped` alone on the last line, so that a machine can count. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const total: Counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const counts of modules.map(countModule)) {
      total.passed += counts.passed
      total.failed += counts.failed
      total.skipped += counts.skipped
    }
    // At exit, because other reporters and late warnings still print after the run's end.
    process.once('exit', () => {
      process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
    })
  }
}
