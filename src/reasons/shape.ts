import type * as v from 'valibot'

type Immutable<T> = unknown extends T ? T : { readonly [Key in keyof T]: Immutable<T[Key]> }

/** The type of values that fit a schema. */
export type Shape<S extends v.GenericSchema> = Immutable<v.InferOutput<S>>
