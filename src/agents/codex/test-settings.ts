import { KEY, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: { SCRIPTED_MODEL_KEY: KEY },
  args: [
    // Newer models get their tools as a language of their own, which a script does not speak.
    '-c',
    'model="gpt-5.5"',
    // Its telemetry: without a network it waits five seconds for that at its end.
    '-c',
    'analytics.enabled=false',
    '-c',
    'model_provider=scripted',
    '-c',
    `model_providers.scripted={name="scripted",base_url="${url}/v1",env_key="SCRIPTED_MODEL_KEY",wire_api="responses"}`,
  ],
})
