import { testSettings as opencode } from '../opencode/test-settings.ts'
import type { TestSettings } from '../test-settings.ts'

/** Kilo has the settings of OpenCode, under other names. */
export const testSettings: TestSettings = (url) => {
  const { env = {}, ...others } = opencode(url)
  const renamed = Object.entries(env).map(([name, value]) => [name.replace(/^OPENCODE_/, 'KILO_'), value])
  return {
    ...others,
    // This disables telemetry: without a network, Kilo waits minutes for it at the end.
    env: { ...Object.fromEntries(renamed), KILO_TELEMETRY_LEVEL: 'off' },
  }
}
