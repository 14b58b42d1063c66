import { KEY, MODEL, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: {
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: KEY,
    COPILOT_MODEL: MODEL,
    COPILOT_OFFLINE: 'true',
  },
})
