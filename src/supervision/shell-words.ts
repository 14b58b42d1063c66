const PLAIN = /^[\w@%+=:,./-]+$/

/** A command line that a person can paste into a shell. */
export const shellWords = (argv: readonly string[]): string =>
  argv.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
