import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Properties are tried with other values than those of `npm test`, and some tests with more cases. */
const sometimes = globSync('{src,tests}/**/*.test.ts').filter((path) =>
  /from '(?:fast-check|.*\/soak\/size\.ts)'/.test(readFileSync(path, 'utf8')),
)

const { projects: _, ...common } = base.test ?? {}

/** `npm run soak`: what is random, races or takes long. MAYDAY_SOAK=0.1 does a tenth, MAYDAY_SEED repeats one. */
const config: ViteUserConfig = defineConfig({
  ...base,
  test: {
    ...common,
    include: ['tests/soak/**/*.test.ts', ...sometimes],
    exclude: ['**/node_modules/**', 'tests/browser/**', 'tests/real-agents/**'],
    globalSetup: ['./tests/own-state.ts', './tests/soak/say-seed.ts'],
  },
})

export default config
