import { KEY, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  },
})
