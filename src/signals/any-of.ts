/** One expression for a list of forms, so that a long list stays readable and one look at a line is enough. */
export const anyOf = (forms: readonly RegExp[], flags: string = ''): RegExp =>
  new RegExp(forms.map(({ source }) => source).join('|'), flags)
