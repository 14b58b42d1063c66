import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const seeded = fileURLToPath(new URL('tests/seeded-fast-check.ts', import.meta.url))

// They need the real agents (npm run test:agents), a browser (npm run test:browser) or minutes (npm run test:long and
// npm run soak).
const elsewhere = [
  '**/node_modules/**',
  'tests/real-agents/**',
  'tests/browser/**',
  'tests/long/**',
  'tests/hostile/**',
  'tests/soak/**',
]

const config: ViteUserConfig = defineConfig({
  plugins: [
    {
      name: 'seeded-fast-check',
      enforce: 'pre',
      resolveId: (id, importer) => (id === 'fast-check' && importer !== seeded ? seeded : null),
    },
  ],
  test: {
    globalSetup: ['./tests/own-state.ts'],
    reporters: ['default', './tests/count-reporter.ts'],
    // Real processes: a thread has no TZ and no signals of its own, and was no faster on two cores.
    pool: 'forks',
    // Most of them wait for processes of their own: as many workers as cores would leave a part of the machine idle.
    maxWorkers: availableParallelism() + 1,
    // Real processes on a busy machine: reached only where something hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Test files share the processes. To start one for each file takes longer than most of them.
    projects: [
      {
        extends: true,
        test: { name: 'units', include: ['src/**/*.test.ts', 'web/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'product', include: ['tests/**/*.test.ts'], exclude: elsewhere, isolate: false },
      },
    ],
  },
})

export default config
