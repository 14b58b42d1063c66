/** Nothing proves a reason, and yet the agent gave one. */
const ONLY_STATED = 'The run failed. Only the agent says why; nothing else proves it.'

/** What a reason means in this run: where nothing is known but the agent's own word, that word is left behind. */
export const toldMeaning = (
  meaning: string | null,
  { reason, statedReason }: { readonly reason: string | null; readonly statedReason?: string | undefined },
): string | null => (reason === 'UNKNOWN' && statedReason !== undefined ? ONLY_STATED : meaning)
