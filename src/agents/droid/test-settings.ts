import { KEY, MODEL, type TestSettings } from '../test-settings.ts'

/** The model is a custom one of the person. Sessions are not copied to its provider. */
export const testSettings: TestSettings = (url) => ({
  args: ['-m', `custom:${MODEL}`],
  files: {
    '.factory/settings.json': `${JSON.stringify({
      cloudSessionSync: false,
      customModels: [
        {
          model: MODEL,
          displayName: MODEL,
          baseUrl: `${url}/v1`,
          apiKey: KEY,
          provider: 'generic-chat-completion-api',
          maxOutputTokens: 4096,
        },
      ],
    })}\n`,
  },
})
