import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** `npm run test:browser`: the board in a real Chromium. One file at a time: a browser and a scheduler need both cores. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: ['./tests/own-state.ts', './tests/browser/say-how.ts'],
    reporters: ['default', './tests/count-reporter.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // The page reacts to real processes. Reached only after an error.
    expect: { poll: { timeout: 60_000 } },
  },
})

export default config
