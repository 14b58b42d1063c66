import { KEY, MODEL, type TestSettings } from '../test-settings.ts'

const PROVIDER = 'scripted'

export const testSettings: TestSettings = (url) => ({
  args: ['--provider', PROVIDER, '--model', MODEL],
  files: {
    '.pi/agent/models.json': `${JSON.stringify({
      providers: {
        [PROVIDER]: {
          baseUrl: `${url}/v1`,
          api: 'openai-completions',
          apiKey: KEY,
          models: [{ id: MODEL }],
        },
      },
    })}\n`,
  },
})
