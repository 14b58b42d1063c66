/** Why Mayday stopped a process. `done`: it had written its final message and did not exit. */
export const stopCauses = ['timeout', 'idle', 'cancel', 'done'] as const

export type StopCause = (typeof stopCauses)[number]

/**
 * How a process ended. This is not the reason: a run that was
 * stopped at its limit may have failed because of a dead provider.
 */
export type Ending =
  | { readonly kind: 'never-started' }
  /** Mayday stopped it. */
  | { readonly kind: 'stopped'; readonly by: StopCause }
  | { readonly kind: 'signal'; readonly signal: string }
  /** It is gone and left no exit status. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'unknown' }
