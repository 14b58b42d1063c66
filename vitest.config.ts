import { availableParallelism } from 'node:os'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'web/**/*.test.ts'],
    // They need the real agents (npm run test:agents) or a browser (npm run test:browser).
    exclude: ['**/node_modules/**', 'tests/real-agents/**', 'tests/browser/**'],
    globalSetup: ['./tests/own-state.ts'],
    reporters: ['default', './tests/count-reporter.ts'],
    // Real processes: a thread has no TZ and no signals of its own, and was no faster on two cores.
    pool: 'forks',
    // Most of them wait for processes: on two cores one worker would leave half of the machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Real processes on a busy machine: reached only where something hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

export default config
