import { KEY, MODEL, type TestSettings } from '../test-settings.ts'

const PROVIDER = 'openai-compatible'

export const testSettings: TestSettings = (url) => ({
  env: { CLINE_NO_AUTO_UPDATE: '1' },
  args: ['-P', PROVIDER, '-m', MODEL],
  files: {
    '.cline/data/settings/providers.json': JSON.stringify({
      version: 1,
      lastUsedProvider: PROVIDER,
      providers: {
        [PROVIDER]: {
          settings: { provider: PROVIDER, apiKey: KEY, model: MODEL, baseUrl: `${url}/v1` },
          updatedAt: '2026-01-01T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
  },
})
