import type { AskerSpec } from '../../supervision/opinion/askers.ts'

export const asker: AskerSpec = {
  words: [
    '--output-format',
    'stream-json',
    '--skip-trust',
    '--approval-mode',
    'default',
    '--extensions',
    'none',
    '--allowed-mcp-server-names',
    'none',
    '--policy',
    '.gemini/no-tools.toml',
  ],
  // Without this variable the folder is untrusted, and the settings below are ignored.
  env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  files: {
    '.gemini/no-tools.toml': '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
    '.gemini/settings.json': JSON.stringify({
      tools: { core: ['none'] },
      hooksConfig: { enabled: false },
      skills: { enabled: false },
    }),
  },
}
