import { KEY, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: KEY },
  files: {
    '.gemini/settings.json':
      '{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false}}\n',
  },
})
