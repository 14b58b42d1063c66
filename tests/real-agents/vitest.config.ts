import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['tests/real-agents/*.test.ts'],
    exclude:
      process.env['REAL_AGENTS_FULL'] === '1'
        ? []
        : ['inspector', 'shell-loop', 'terminal'].map((name) => `**/${name}.test.ts`),
    globalSetup: ['./tests/own-state.ts'],
    reporters: ['default', './tests/real-agents/matrix-reporter.ts', './tests/count-reporter.ts'],
    pool: 'forks',
    // The agents are large programs, and how long they take is told.
    fileParallelism: false,
    // Shell loops mostly wait; the cells of the matrix take turns.
    maxConcurrency: 6,
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})

export default config
