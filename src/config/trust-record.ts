/**
 * The executing values that a person has trusted: trust.json in the record of the project.
 *
 * Several sets are kept, because a person who returns to another branch meets values that they trusted before. The
 * values are redacted. Their hashes show whether they changed.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPlainText } from '../record/plain-file.ts'
import type { Project } from '../record/project.ts'
import { checkRecordFolder, prepareRecordFolder } from '../record/record-folder.ts'
import { hasOwner, writeOwner } from '../record/record-owner.ts'
import { fits, parseJson, type Shape } from '../record/schema.ts'
import { writeWhole } from '../record/write-whole.ts'
import { redact } from '../secrets/secrets.ts'
import { TRUST_FORMAT, type Executing } from './executing-values.ts'

const trustedSetSchema = v.object({
  hash: v.string(),
  trustedAt: v.string(),
  values: v.array(v.object({ key: v.string(), shown: v.string(), hash: v.string() })),
})

export type TrustedSet = Shape<typeof trustedSetSchema>

const trustFile = v.object({ trusted: v.array(v.unknown()) })

/** A project has few branches with different configs. */
const MOST_SETS = 20

const fileOf = ({ record }: Project): string => join(record, 'trust.json')

/** Oldest first. An unreadable file trusts nothing: a person is asked again. */
export function trustedSets(project: Project): readonly TrustedSet[] {
  const text = readPlainText(fileOf(project))
  if (text === null) return []
  checkRecordFolder(project.record)
  const sets = parseJson(trustFile, text)?.trusted ?? []
  return sets.filter((one) => fits(trustedSetSchema, one))
}

/** The set with exactly these values. Undefined if no person has trusted it. */
export const trustOf = ({ hash }: Executing, project: Project): TrustedSet | undefined =>
  trustedSets(project).find((one) => one.hash === hash)

export async function rememberTrust(executing: Executing, project: Project, at: Date): Promise<void> {
  const { hash } = executing
  prepareRecordFolder(project.record)
  if (!hasOwner(project)) await writeOwner(project)
  const values = executing.values.map((one) => ({ key: one.key, shown: redact(one.shown), hash: one.hash }))
  const others = trustedSets(project).filter((one) => one.hash !== hash)
  const trusted = [...others, { hash, trustedAt: at.toISOString(), values }].slice(-MOST_SETS)
  writeWhole(fileOf(project), `${JSON.stringify({ format: TRUST_FORMAT, trusted }, null, 2)}\n`)
}

/** Returns the number of deleted sets. */
export function forgetTrust(project: Project): number {
  const sets = trustedSets(project)
  rmSync(fileOf(project), { force: true })
  return sets.length
}

export type TrustChange = {
  readonly key: string
  /** Null if the value did not exist, or no longer exists. */
  readonly was: string | null
  readonly is: string | null
}

/** What differs from the values that a person trusted last. Null if no person has trusted any values here. */
export function changesSinceTrust({ values }: Executing, project: Project): readonly TrustChange[] | null {
  const last = trustedSets(project).at(-1)
  if (last === undefined) return null
  const before = new Map(last.values.map((one) => [one.key, one]))
  const now = new Set(values.map(({ key }) => key))
  const gone = last.values.filter(({ key }) => !now.has(key))
  return [
    ...values
      .filter(({ key, hash }) => before.get(key)?.hash !== hash)
      .map(({ key, shown }) => ({ key, was: before.get(key)?.shown ?? null, is: shown })),
    ...gone.map(({ key, shown }) => ({ key, was: shown, is: null })),
  ]
}
