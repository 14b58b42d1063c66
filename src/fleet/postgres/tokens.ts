/**
 * The right to read logs.
 *
 * T1 The database keeps only the hash of a token. T2 A token that was revoked, or whose node has left, counts no more
 * from the next request on.
 */
import * as v from 'valibot'
import type { TokenRecord } from '../port.ts'
import type { Parts } from './parts.ts'
import { readRows } from './read-rows.ts'

/** Replaces the earlier token of the same owner. */
export async function putToken(
  { hash, node, reader }: { hash: string; node: string | null; reader: string | null },
  { db }: Parts,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('delete from tokens where node = $1 or reader = $2', [node, reader])
    await tx.query('insert into tokens (hash, node, reader) values ($1, $2, $3)', [hash, node, reader])
    return true
  })
}

/** T2. */
export async function mayRead(hash: string, { db }: Parts): Promise<boolean> {
  const rows = await db.query(
    `select 1 from tokens left join nodes on nodes.id = tokens.node
     where hash = $1 and revoked_at is null and left_at is null`,
    [hash],
  )
  return rows.length > 0
}

/** False if nobody of this name has a token. */
export async function revokeToken(name: string, { db }: Parts): Promise<boolean> {
  const rows = await db.query(
    `update tokens set revoked_at = coalesce(revoked_at, now())
     where reader = $1 or node in (select id from nodes where name = $1 or id::text = $1) returning 1`,
    [name],
  )
  return rows.length > 0
}

export async function listTokens({ db }: Parts): Promise<readonly TokenRecord[]> {
  const rows = await db.query(
    `select coalesce(reader, name) as name, tokens.node is not null as is_node,
       (extract(epoch from made_at) * 1000)::float8 as made_ms,
       (extract(epoch from revoked_at) * 1000)::float8 as revoked_ms
     from tokens left join nodes on nodes.id = tokens.node order by 1`,
  )
  return readRows(tokenSchema, rows).map((row) => ({
    name: row.name,
    isNode: row.is_node,
    madeAt: new Date(row.made_ms).toISOString(),
    revokedAt: row.revoked_ms === null ? null : new Date(row.revoked_ms).toISOString(),
  }))
}

const tokenSchema = v.object({
  name: v.string(),
  is_node: v.boolean(),
  made_ms: v.number(),
  revoked_ms: v.nullable(v.number()),
})
