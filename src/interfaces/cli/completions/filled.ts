import { readShipped } from '../../../record/read-shipped.ts'

/** Replaces the `@places@` of a script. */
export const filled = (name: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce(
    (script, [place, text]) => script.replace(`@${place}@`, () => text),
    readShipped(`src/interfaces/cli/completions/scripts/${name}`),
  )
