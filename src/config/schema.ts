import type { Place } from './config-error.ts'
import type { ConfigNode } from './config-node.ts'

/** A kind of value: how it is read, and how it is shown. */
export type ValueType<T> = {
  /** What it takes, as the end of "timeout takes …". */
  readonly takes: string
  /** Undefined where the node holds no such value. */
  read(node: ConfigNode): T | undefined
  show(value: T): string
}

/**
 * Marks what ends in a process, in a network address or in a file outside of the project. In the project's own file such
 * a value counts only once a person has trusted it. It holds for everything below the entry. `if-described`: only where
 * the value names an agent that a file describes.
 */
export type Executes = true | 'if-described'

/** One value of the config. `key` is its name in the file, and the field it becomes is the name in the table. */
export type ValueEntry<T> = {
  readonly kind: 'value'
  readonly key: string
  readonly type: ValueType<T>
  /** What holds where no file says anything; null: nothing does. */
  readonly usual: T | null
  readonly help: string
  readonly executes?: Executes
  /** `mayday config` does not show it. Trusting it does: a person must see what they trust. */
  readonly isSecret?: true
  /** For the example in the docs, as it is written. */
  readonly example?: string
}

export type SectionEntry<T> = {
  readonly kind: 'section'
  readonly key: string
  readonly help: string
  readonly executes?: Executes
  readonly entries: Section<T>
}

/** Entries whose names are the project's own, or reasons. */
export type MapEntry<V> = {
  readonly kind: 'map'
  readonly key: string
  readonly help: string
  /** What stands for a name in the docs. */
  readonly name: string
  readonly names: RegExp
  readonly executes?: Executes
  readonly each: Entry<V>
  readonly example?: string
}

export type Entry<T> =
  | ValueEntry<Exclude<T, undefined>>
  | (NonNullable<T> extends readonly unknown[] ? never : Nested<NonNullable<T>>)

type Nested<T> =
  // Only an index signature makes a map: a type whose fields are all optional has the same shape.
  | (string extends keyof T ? (T extends Readonly<Record<string, infer V>> ? MapEntry<V> : never) : never)
  | (T extends object ? SectionEntry<T> : never)

/** A table for each field of `T`: a field without a row, or a row of the wrong type, does not compile. */
export type Section<T> = { readonly [Field in keyof T]-?: Entry<T[Field]> }

/** One value that a file gives. */
export type Setting = {
  /** As in the file: `limits.timeout`. */
  readonly path: readonly string[]
  /** As in `Config`: `limits`, `timeoutMs`. */
  readonly fields: readonly string[]
  readonly value: unknown
  readonly shown: string
  /** Where each word of the path stands. */
  readonly places: readonly Place[]
  /** The flag of its entry or of one above it. */
  readonly executes: Executes | false
}

/** The same without its types, for what walks over all of them. */
export type AnyEntry = ValueEntry<unknown> | AnySectionEntry | AnyMapEntry

export type AnySectionEntry = Omit<SectionEntry<unknown>, 'entries'> & { readonly entries: AnySection }

export type AnyMapEntry = Omit<MapEntry<unknown>, 'each'> & { readonly each: AnyEntry }

export type AnySection = Readonly<Record<string, AnyEntry>>
