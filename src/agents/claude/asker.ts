import { ROLE, type AskerSpec } from '../../supervision/opinion/askers.ts'

export const asker: AskerSpec = {
  words: [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--max-turns',
    '1',
    '--tools',
    '',
    '--strict-mcp-config',
    '--disable-slash-commands',
    '--permission-prompts',
    'none',
    '--setting-sources',
    '',
    '--safe-mode',
    '--no-session-persistence',
    '--system-prompt',
    ROLE,
  ],
  env: {},
  files: {},
}
