/**
 * Finds the values of the project's mayday.yaml that are executed, and the hash by which the trust of a person is
 * stored.
 *
 * - E1 The hash depends only on the values and the project. Comments, the order of keys, quoting and values that
 *   execute nothing do not change it.
 * - E2 The file of the user needs no trust: it did not come with the repository.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Project } from '../record/project.ts'
import type { Place } from '../record/yaml-node.ts'
import type { Setting } from './schema.ts'

export type ExecutingValue = {
  readonly key: string
  /** As it would be written, not redacted: a person must see everything that they trust. */
  readonly shown: string
  readonly hash: string
  readonly place: Place | null
}

export type Executing = {
  readonly values: readonly ExecutingValue[]
  /** The hash of all values together and of the project. */
  readonly hash: string
}

export const TRUST_FORMAT = 'mayday.trust/1'

/** Does a value of the project's file need trust? `all` are the values of both files. */
export const isExecuting = ({ executes, value }: Setting, all: readonly Setting[]): boolean =>
  executes === 'if-described'
    ? all.some(({ path: [section, name] }) => section === 'agents' && name === value)
    : executes

/** E1, E2. `own` are the values of the project's file that need trust. */
export function executingValues(own: readonly Setting[], { record }: Pick<Project, 'record'>): Executing {
  const words = own.map((setting) => ({ setting, word: wordOf(setting) })).toSorted(byWord)
  return {
    values: words.map(({ setting: { path, shown, places }, word }) => ({
      key: path.join('.'),
      shown,
      hash: sha256(word),
      place: places.at(-1) ?? null,
    })),
    hash: sha256(JSON.stringify([TRUST_FORMAT, basename(record), words.map(({ word }) => word)])),
  }
}

const wordOf = ({ path, value }: Setting): string => JSON.stringify([path, value])

type Worded = { readonly word: string }

/** By code units: the order must not depend on a locale. */
const byWord = (a: Worded, b: Worded): number => (a.word < b.word ? -1 : 1)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
