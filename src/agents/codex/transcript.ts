import type { Transcript } from '../../supervision/profiles/profile.ts'

export const transcript: Transcript = {
  home: { variables: ['CODEX_HOME'], folder: '.codex' },
  path: 'sessions/*/*/*/rollout-*-{session}.jsonl',
  tells: 'the kind of an error (`codex_error_info`), of which the output has only the message',
  isLive: false,
  tellsEnds: false,
}
