import type { GenericSchema } from 'valibot'
import type { Place, YamlNode } from '../record/yaml-node.ts'

/** A type of value: how it is read, and how it is shown. */
export type ValueType<T> = {
  /** What it takes, as the end of "timeout takes …". */
  readonly takes: string
  /** What the file may contain. docs/schemas has it as JSON Schema. */
  readonly schema: GenericSchema<unknown, T> | GenericSchema<never, T>
  /** `text`: as it is written, so that `1.10` stays `1.10`. `value`: as YAML parses it. */
  readonly reads: 'text' | 'value'
  /** Undefined if the node has no such value. */
  read(node: YamlNode): T | undefined
  show(value: T): string
}

/**
 * Marks a value that ends in a process, in a network address or in a file outside of the project. In the project's file
 * such a value counts only after a person has trusted it. It applies to everything below the entry. `if-described`:
 * only if the value names an agent that a file defines.
 */
export type Executes = true | 'if-described'

/** One value of the config. `key` is its name in the file. The name in the table is its field in `Config`. */
export type ValueEntry<T> = {
  readonly kind: 'value'
  readonly key: string
  readonly type: ValueType<T>
  /** The default. Null: there is none. */
  readonly default: T | null
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

/** Entries with names that the project chooses, or with names of reasons. */
export type MapEntry<V> = {
  readonly kind: 'map'
  readonly key: string
  readonly help: string
  /** The placeholder of a name in the docs. */
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
  // Only an index signature makes a map: a type with only optional fields has the same shape.
  | (string extends keyof T ? (T extends Readonly<Record<string, infer V>> ? MapEntry<V> : never) : never)
  | (T extends object ? SectionEntry<T> : never)

/** A table for each field of `T`: a missing row, or a row of the wrong type, does not compile. */
export type Section<T> = { readonly [Field in keyof T]-?: Entry<T[Field]> }

/** One value in a file. */
export type Setting = {
  /** As in the file: `limits.timeout`. */
  readonly path: readonly string[]
  /** As in `Config`: `limits`, `timeoutMs`. */
  readonly fields: readonly string[]
  readonly value: unknown
  readonly shown: string
  /** The position of each word of the path. */
  readonly places: readonly Place[]
  /** The flag of its entry or of one above it. */
  readonly executes: Executes | false
}

/** The same without types, for code that handles all entries. */
export type AnyEntry = ValueEntry<unknown> | AnySectionEntry | AnyMapEntry

export type AnySectionEntry = Omit<SectionEntry<unknown>, 'entries'> & { readonly entries: AnySection }

export type AnyMapEntry = Omit<MapEntry<unknown>, 'each'> & { readonly each: AnyEntry }

export type AnySection = Readonly<Record<string, AnyEntry>>
