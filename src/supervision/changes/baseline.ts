import * as v from 'valibot'
import { count, type Shape } from '../../record/schema.ts'
import type { ByteState } from './byte-state.ts'

/** The state of a file that differs from the last commit. Null: the file did not exist. */
export type FileState = {
  /** Staged and unstaged changes count the same. A repository inside this one is a single entry. */
  readonly kind: 'new' | 'modified' | 'deleted' | 'conflict' | 'repository'
  readonly mode: number
  readonly size: number
  readonly mtimeNs: string
  readonly ctimeNs: string
  /** A digest of the content, if the file was small enough to read. */
  readonly content: string | null
} | null

/**
 * Pairs of a path and its state. A tree may have a hundred thousand of them. A wrong value inside one only
 * makes a file count as changed, so only the outer form is checked.
 */
const pairs = <State>() =>
  v.array(
    v.custom<readonly [path: string, state: State]>(
      (pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string',
      'it is not a pair of a path and a state',
    ),
  )

/**
 * A tree before a run, as JSON. An adopter compares with it after a crash. Paths are written by `showPath`.
 */
export const baselineSchema = v.variant('kind', [
  v.object({
    kind: v.literal('git'),
    /** The top of the work tree. Paths are relative to it. */
    root: v.string(),
    commit: v.nullable(v.string()),
    branch: v.nullable(v.string()),
    dirty: pairs<FileState>(),
    /** The commit with the dirty files, as a git tree. Absent if nothing is dirty, or it could not be kept. */
    tree: v.exactOptional(v.string()),
    /** The length of HEAD's log. Entries after this offset are newer. */
    headLogBytes: count,
  }),
  v.object({ kind: v.literal('scan'), root: v.string(), files: pairs<string>() }),
  /** A tree that a sandboxed agent will change: every file that is tracked or not ignored. */
  v.object({
    kind: v.literal('bytes'),
    root: v.string(),
    /** Mayday's own git dir, which the sandbox cannot reach. */
    gitDir: v.string(),
    files: pairs<ByteState>(),
  }),
  /** The tree could not be measured: no git, a damaged or bare repository, or too many files. */
  v.object({ kind: v.literal('unknown') }),
])

export type Baseline = Shape<typeof baselineSchema>
