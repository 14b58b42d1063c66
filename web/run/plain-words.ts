/**
 * Tools draw rules around their summaries, and an agent states its failure with a marker. In a sentence both are
 * noise: the code is beside it.
 */
export const withoutRules = (words: string): string =>
  words
    .replaceAll(/\[(?:MAYDAY|GZA)_FAILURE:[\w-]*\]/g, 'the agent said so itself')
    .replaceAll(/[=~_*─-]{4,}/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ ([.;,])/g, '$1')
    .trim()

/** A summary, without the exit code before a reason. A record of a program is no sentence: it is left out. */
export const plainSummary = (summary: string): string =>
  withoutRules(summary.replace(/^exit code \d+; (?=.)/, '').replace(/^["{[<].*$|[ :]+\{\\?".*$/s, ''))
