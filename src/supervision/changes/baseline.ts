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

/** A tree before a run, in JSON: an adopter compares with it after a crash. Paths as `showPath` writes them. */
export type Baseline =
  | {
      readonly kind: 'git'
      /** The top of the work tree. Paths are relative to it. */
      readonly root: string
      readonly commit: string | null
      readonly branch: string | null
      readonly dirty: readonly (readonly [path: string, state: FileState])[]
      /** How long HEAD's log was: what is appended later happened later. */
      readonly headLogBytes: number
    }
  | {
      readonly kind: 'scan'
      readonly root: string
      readonly files: readonly (readonly [path: string, state: string])[]
    }
  /** A tree that a sandboxed agent will touch: every file that is tracked or not ignored. */
  | {
      readonly kind: 'bytes'
      readonly root: string
      /** Mayday's own, out of the sandbox's reach. */
      readonly gitDir: string
      readonly files: readonly (readonly [path: string, state: ByteState])[]
    }
  /** It could not be measured: no git, a damaged or bare repository, too many files. */
  | { readonly kind: 'unknown' }
