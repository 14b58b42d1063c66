import { defineConfig, type ViteUserConfig } from 'vitest/config'
import base from './vitest.config.ts'

const { projects: _, ...common } = base.test ?? {}

/** `npm run test:long`: deterministic tests that take minutes together, and what an attacker may try. */
const config: ViteUserConfig = defineConfig({
  ...base,
  test: { ...common, include: ['tests/long/**/*.test.ts', 'tests/hostile/**/*.test.ts'] },
})

export default config
