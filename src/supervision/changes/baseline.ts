import * as v from 'valibot'
import { count, type Shape } from '../../record/schema.ts'
import type { ByteState } from './byte-state.ts'

/** What a file that differs from the last commit looked like. Null: it was not there. */
export type FileState = {
  /** Staged or not makes no difference. A repository inside this one is a single entry. */
  readonly kind: 'new' | 'modified' | 'deleted' | 'conflict' | 'repository'
  readonly mode: number
  readonly size: number
  readonly mtimeNs: string
  readonly ctimeNs: string
  /** A digest of the content, where it was cheap to take. */
  readonly content: string | null
} | null

/**
 * The pairs of a path and what was there. A tree may have a hundred thousand of them, and what is wrong inside of one
 * only makes a file count as changed: so no more than their form is checked.
 */
const pairs = <State>() =>
  v.array(
    v.custom<readonly [path: string, state: State]>(
      (pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string',
      'it is no pair of a path and a state',
    ),
  )

/** A tree before a run, in JSON: an adopter compares with it after a crash. Paths as `showPath` writes them. */
export const baselineSchema = v.variant('kind', [
  v.object({
    kind: v.literal('git'),
    /** The top of the work tree. Paths are relative to it. */
    root: v.string(),
    commit: v.nullable(v.string()),
    branch: v.nullable(v.string()),
    dirty: pairs<FileState>(),
    /** How long HEAD's log was: what is appended later happened later. */
    headLogBytes: count,
  }),
  v.object({ kind: v.literal('scan'), root: v.string(), files: pairs<string>() }),
  /** A tree that a sandboxed agent will touch: every file that is tracked or not ignored. */
  v.object({
    kind: v.literal('bytes'),
    root: v.string(),
    /** Mayday's own, out of the sandbox's reach. */
    gitDir: v.string(),
    files: pairs<ByteState>(),
  }),
  /** It could not be measured: no git, a damaged or bare repository, too many files. */
  v.object({ kind: v.literal('unknown') }),
])

export type Baseline = Shape<typeof baselineSchema>
