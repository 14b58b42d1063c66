/** The topics of `mayday help TOPIC`. Their texts are loaded only when one is requested. */
export const topicNames = ['exit-codes', 'environment', 'durations', 'json'] as const
