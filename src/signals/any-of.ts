import { anyCase } from './any-case.ts'

/**
 * Joins a list of patterns into one expression. A long list stays readable, and each line is searched only once. A
 * pattern that ignores case still does so in an expression that does not.
 */
export const anyOf = (forms: readonly RegExp[], flags: string = ''): RegExp =>
  new RegExp(
    forms
      .map(({ source, ignoreCase }) => (ignoreCase && !flags.includes('i') ? anyCase(source) : source))
      .join('|'),
    flags,
  )

/** An expression for any of these words, as they are. */
export const anyWord = (words: readonly string[], flags: string = ''): RegExp =>
  new RegExp(words.map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')).join('|'), flags)
