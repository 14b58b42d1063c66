/**
 * The fleet's tables.
 *
 * M1 Migrations are numbered files that are never edited once landed. M2 A Mayday that finds newer tables than it
 * knows refuses to use them, and says what to update. M3 Only `mayday fleet init` changes tables, so nodes do not
 * need that permission.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { MaydayError } from '../../errors.ts'
import { packageRoot } from '../../record/package-root.ts'
import { readShipped } from '../../record/read-shipped.ts'
import type { Database, Transaction } from './database.ts'
import { readRow } from './read-rows.ts'

const FOLDER = 'src/fleet/postgres/migrations'

export type Migration = { readonly version: number; readonly sql: string }

/** Two migrations with one number would hide each other from a database that has applied one of them. */
function migrations(): readonly Migration[] {
  const files = readdirSync(join(packageRoot(), FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name))
  return files.toSorted().map((name, at) => {
    const version = Number(name.slice(0, 4))
    if (version !== at + 1) throw new Error(`migration ${name} must have the number ${at + 1}`)
    return { version, sql: readShipped(`${FOLDER}/${name}`) }
  })
}

const newestVersion = (): number => migrations().at(-1)?.version ?? 0

/** Settings are text, and these are numbers. */
const settingSchema = v.object({ value: v.pipe(v.string(), v.digits()) })

/** Null where there are no tables. */
async function readVersion(
  db: Pick<Database, 'query' | 'address'> | (Pick<Transaction, 'query'> & Pick<Database, 'address'>),
): Promise<number | null> {
  const { schema } = db.address
  const [found] = await db.query('select to_regclass($1) is not null as there', [`${schema}.settings`])
  if (!readRow(v.object({ there: v.boolean() }), found).there) return null
  const [row] = await db.query(`select value from ${schema}.settings where name = 'version'`)
  return row === undefined ? null : Number(readRow(settingSchema, row).value)
}

/** M2. */
export async function requireTables(db: Database): Promise<void> {
  const version = await readVersion(db)
  const newest = newestVersion()
  if (version === null)
    throw new MaydayError(
      'FLEET_NOT_MADE',
      `There is no fleet in schema ${db.address.schema} of this database. Make it once: mayday fleet init`,
    )
  if (version > newest) throw tooNew(version, newest)
  if (version < newest)
    throw new MaydayError(
      'FLEET_OLD',
      `The fleet's tables have version ${version}, and this Mayday needs ${newest}. Update them once: mayday fleet init`,
    )
}

const tooNew = (version: number, newest: number): MaydayError =>
  new MaydayError(
    'FLEET_NEWER',
    `The fleet's tables have version ${version}, and this Mayday knows ${newest}: a newer Mayday has updated them. Update Mayday on this machine. Its unsent outcomes stay on its disk.`,
  )

/** M1, M3. Returns the applied versions. */
export async function migrate(db: Database, leaseS: number): Promise<readonly number[]> {
  const { schema } = db.address
  const applied = await db.transaction(async (tx) => {
    await lock(tx)
    await tx.query(`create schema if not exists ${schema}`)
    const version = (await readVersion({ ...tx, address: db.address })) ?? 0
    if (version > newestVersion()) throw tooNew(version, newestVersion())
    const missing = migrations().filter((one) => one.version > version)
    for (const { sql } of missing) await tx.query(sql)
    await setSetting(tx, 'version', String(newestVersion()))
    await tx.query("insert into settings values ('lease_s', $1) on conflict do nothing", [String(leaseS)])
    return missing.map((one) => one.version)
  })
  return applied ?? []
}

/** The lock serializes concurrent calls. The second one finds nothing to do. */
const lock = (tx: Transaction): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtext('mayday fleet'))")

/** For changes that another library makes on its own connections. */
export async function alone(db: Database, work: () => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    await lock(tx)
    await work()
    return true
  })
}

/** What `migrate` executes in an empty database. */
export const migrationSql = (schema: string, leaseS: number): string =>
  [
    `create schema ${schema};`,
    `set search_path to ${schema};`,
    ...migrations().map(({ sql }) => sql),
    `insert into settings values ('version', '${newestVersion()}'), ('lease_s', '${leaseS}');`,
  ].join('\n')

const setSetting = (tx: Transaction, name: string, value: string): Promise<unknown> =>
  tx.query('insert into settings values ($1, $2) on conflict (name) do update set value = $2', [name, value])

export const DEFAULT_LEASE_S = 120

export async function readLease(db: Database): Promise<number> {
  const [row] = await db.query("select value from settings where name = 'lease_s'")
  return (row === undefined ? DEFAULT_LEASE_S : Number(readRow(settingSchema, row).value)) * 1000
}
