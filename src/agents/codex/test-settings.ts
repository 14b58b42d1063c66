import { KEY, type TestSettings } from '../test-settings.ts'

export const testSettings: TestSettings = (url) => ({
  env: { SCRIPTED_MODEL_KEY: KEY },
  args: [
    // Newer models get their tools in a different language, which the scripted server does not support.
    '-c',
    'model="gpt-5.5"',
    // This disables telemetry: without a network, Codex waits five seconds for it at the end.
    '-c',
    'analytics.enabled=false',
    '-c',
    'model_provider=scripted',
    '-c',
    `model_providers.scripted={name="scripted",base_url="${url}/v1",env_key="SCRIPTED_MODEL_KEY",wire_api="responses"}`,
  ],
})
