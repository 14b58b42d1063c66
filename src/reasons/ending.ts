/** Why Mayday stopped a process. `done`: it had said its last word and did not exit. */
export const stopCauses = ['timeout', 'idle', 'cancel', 'done'] as const

export type StopCause = (typeof stopCauses)[number]

/** How a process stopped. Not the reason: a run stopped at its limit may have failed for a dead provider. */
export type Ending =
  | { readonly kind: 'never-started' }
  /** Mayday stopped it. */
  | { readonly kind: 'stopped'; readonly by: StopCause }
  | { readonly kind: 'signal'; readonly signal: string }
  /** It is gone and left no status. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'unknown' }
