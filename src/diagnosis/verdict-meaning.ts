/** The meaning if nothing proves a reason, but the agent stated one. */
const ONLY_STATED = 'The run failed. Only the agent says why; nothing else proves it.'

/** The meaning of a reason in this run. If only the agent names a cause, the meaning says so. */
export const verdictMeaning = (
  meaning: string | null,
  { reason, statedReason }: { readonly reason: string | null; readonly statedReason?: string | undefined },
): string | null => (reason === 'UNKNOWN' && statedReason !== undefined ? ONLY_STATED : meaning)
