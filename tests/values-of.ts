/** Arbitrary values that fit a schema, for property tests. */
import * as fc from 'fast-check'
import type * as v from 'valibot'

type Part = Readonly<Record<string, unknown>>

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

const partsOf = (value: unknown): readonly Part[] => (Array.isArray(value) ? value.filter(isPart) : [])

/** Valid values of a schema, including the rules of its pipes. */
export const valuesOf = <S extends v.GenericSchema>(schema: S): fc.Arbitrary<v.InferOutput<S>> =>
  arbitraryOf(Object.fromEntries(Object.entries(schema)))

function arbitraryOf(schema: Part): fc.Arbitrary<unknown> {
  const checks = partsOf(schema['pipe']).slice(1)
  const plain = plainOf(schema, checks)
  const free = checks.filter(({ type }) => type === 'check')
  return free.reduce(
    (found, { requirement }) => found.filter(requirement as (value: unknown) => boolean),
    plain,
  )
}

function plainOf(schema: Part, checks: readonly Part[]): fc.Arbitrary<unknown> {
  switch (schema['type']) {
    case 'string':
      return textOf(checks)
    case 'number':
      return numberOf(checks)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(schema['literal'])
    case 'picklist':
      return fc.constantFrom(...(schema['options'] as readonly unknown[]))
    case 'nullable':
      return fc.option(arbitraryOf(schema['wrapped'] as Part), { nil: null })
    case 'array':
      return fc.array(arbitraryOf(schema['item'] as Part), { maxLength: 4 })
    case 'record':
      return fc.dictionary(keys, arbitraryOf(schema['value'] as Part), { maxKeys: 3 })
    case 'unknown':
      return fc.oneof(fc.string(), fc.integer(), fc.constant(null))
    case 'variant':
    case 'union':
      return fc.oneof(...partsOf(schema['options']).map(arbitraryOf))
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return objectOf(schema['entries'] as Readonly<Record<string, Part>>)
    default:
      throw new Error(`No values of a schema of the type ${String(schema['type'])} can be made.`)
  }
}

/** Valibot leaves these keys out of a record: a file must not reach the prototype of an object. */
const keys = fc
  .string({ minLength: 1 })
  .filter((key) => !['__proto__', 'prototype', 'constructor'].includes(key))

function objectOf(entries: Readonly<Record<string, Part>>): fc.Arbitrary<unknown> {
  const isOptional = ({ type }: Part): boolean => type === 'exact_optional' || type === 'optional'
  const fields = Object.entries(entries).map(
    ([name, of]) => [name, arbitraryOf(isOptional(of) ? (of['wrapped'] as Part) : of)] as const,
  )
  const required = Object.entries(entries).flatMap(([name, of]) => (isOptional(of) ? [] : [name]))
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}

function textOf(checks: readonly Part[]): fc.Arbitrary<unknown> {
  for (const { type, requirement } of checks) {
    if (type === 'iso_timestamp') return instants
    if (type === 'uuid') return fc.uuid()
    if (type === 'regex') return fc.stringMatching(requirement as RegExp)
  }
  const least = checks.some(({ type }) => type === 'non_empty') ? 1 : 0
  const isMoment = checks.some(({ type }) => type === 'check')
  return isMoment
    ? instants
    : fc.string({ unit: 'grapheme', minLength: least }).filter((text) => !text.includes('\0'))
}

const instants = fc
  .date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

function numberOf(checks: readonly Part[]): fc.Arbitrary<unknown> {
  const least = checks.find(({ type }) => type === 'min_value')?.['requirement']
  const isWhole = checks.some(({ type }) => type === 'safe_integer' || type === 'integer')
  return isWhole
    ? fc.integer({ min: Number(least ?? -(2 ** 31)), max: 2 ** 31 })
    : fc
        .double({ noNaN: true, noDefaultInfinity: true, min: Number(least ?? -1e9), max: 1e9 })
        .map((n) => n + 0)
}
