import type { What } from './signal.ts'

/** A form in which something is said, and what it means. */
export type Form = readonly [form: RegExp, what: What]

/** What a text means: the first form that it has decides. */
export const meaningOf = (forms: readonly Form[], text: string): What | undefined =>
  forms.find(([form]) => form.test(text))?.[1]
