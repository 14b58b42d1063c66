import { KEY, MODEL, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: KEY },
          models: { [MODEL]: {} },
        },
      },
    }),
  },
  args: ['-m', `scripted/${MODEL}`],
})
