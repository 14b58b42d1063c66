/** The topics of `mayday help TOPIC`. What they tell is loaded only when one is asked for. */
export const topicNames = ['exit-codes', 'environment', 'durations', 'json'] as const
