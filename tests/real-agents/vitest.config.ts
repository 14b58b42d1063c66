import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['tests/real-agents/*.test.ts'],
    reporters: ['default', './tests/real-agents/matrix-reporter.ts', './tests/count-reporter.ts'],
    pool: 'forks',
    // The agents are large programs, and how long they take is told.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})

export default config
