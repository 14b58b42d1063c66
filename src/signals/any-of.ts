/** Joins a list of patterns into one expression. A long list stays readable, and each line is searched only once. */
export const anyOf = (forms: readonly RegExp[], flags: string = ''): RegExp =>
  new RegExp(forms.map(({ source }) => source).join('|'), flags)
