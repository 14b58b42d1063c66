import { readdirSync } from 'node:fs'

/** The numbers of the work trees that are named after a task or a run, in order. */
export const treeNumbers = (folder: string, kind: 'task' | 'run'): readonly number[] =>
  namesIn(folder)
    .flatMap((name) => new RegExp(`^${kind}-(\\d+)$`).exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other)

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No tree was ever created.
    return []
  }
}
