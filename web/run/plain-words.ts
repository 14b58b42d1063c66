/** Tools draw rules around their summaries. In a sentence they are noise. */
export const withoutRules = (words: string): string =>
  words
    .replaceAll(/[=~_*─-]{4,}/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ ([.;,])/g, '$1')
    .trim()
