import type { What } from './signal.ts'

/** A pattern of a text, and what it means. */
export type Form = readonly [form: RegExp, what: What]

/** The meaning of a text: that of the first pattern that matches. */
export const meaningOf = (forms: readonly Form[], text: string): What | undefined =>
  forms.find(([form]) => form.test(text))?.[1]
