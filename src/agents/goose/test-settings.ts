import { KEY, MODEL, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: {
    GOOSE_PROVIDER: 'openai',
    GOOSE_MODEL: MODEL,
    OPENAI_HOST: url,
    OPENAI_API_KEY: KEY,
    GOOSE_MODE: 'auto',
    GOOSE_DISABLE_KEYRING: '1',
  },
})
