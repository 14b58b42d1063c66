import type { Transcript } from '../../supervision/profiles/profile.ts'

export const transcript: Transcript = {
  home: { variables: ['COPILOT_HOME'], folder: '.copilot' },
  path: 'session-state/{session}/events.jsonl',
  tells: 'how each answer ended: an answer that was cut off or held back is a success in the output',
  isLive: false,
  tellsEnds: true,
}
