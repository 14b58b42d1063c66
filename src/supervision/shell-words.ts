const PLAIN = /^[\w@%+=:,./-]+$/

/** A command line as a person could type it again. */
export const shellWords = (argv: readonly string[]): string =>
  argv.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
