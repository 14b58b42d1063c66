import type { Transcript } from '../../supervision/profiles/profile.ts'

export const transcript: Transcript = {
  home: { variables: ['CLAUDE_CONFIG_DIR'], folder: '.claude' },
  path: 'projects/*/{session}.jsonl',
  tells: 'every failed request with its body, also where the output is plain text',
  isLive: false,
  tellsEnds: false,
}
