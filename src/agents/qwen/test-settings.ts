import { KEY, MODEL, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: MODEL },
  files: { '.qwen/settings.json': '{"security":{"auth":{"selectedType":"openai"}}}\n' },
})
