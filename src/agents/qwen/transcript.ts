import type { Transcript } from '../../supervision/profiles/profile.ts'

export const transcript: Transcript = {
  home: { variables: ['QWEN_RUNTIME_DIR', 'QWEN_HOME'], folder: '.qwen' },
  path: 'projects/*/chats/{session}.jsonl',
  tells: 'every failed request, of which the output says nothing while it is tried again',
  isLive: true,
  tellsEnds: false,
}
