/**
 * G1 A gate that is closed twice stays one gate: the first closing time and the later instant count. A known instant
 * is later than an unknown one.
 * G2 At most one run is a gate's canary.
 * G3 No task waits at a gate that does not exist.
 */
import type { DatabaseSync } from 'node:sqlite'
import { gateSchema, type GateRecord } from '../task-story.ts'
import { insertUnless } from './insert.ts'
import { readRow, readRows } from './read-rows.ts'
import { rowCodec, type RowCodec } from './row-codec.ts'

export const gateRow: RowCodec<typeof gateSchema> = rowCodec(gateSchema)

export function findGate(db: DatabaseSync, key: string): GateRecord | null {
  const row = db.prepare('SELECT * FROM gates WHERE key = ?').get(key)
  return row === undefined ? null : readRow('gates', row, gateRow.read)
}

/** In the order in which they were closed. */
export const listGates = (db: DatabaseSync): GateRecord[] =>
  readRows(db, 'gates', db.prepare('SELECT * FROM gates ORDER BY closed_at, key').all(), gateRow.read)

/** G1. The source of the instant is stored with the instant. */
export function closeGate(db: DatabaseSync, gate: GateRecord): void {
  const said = ['reason', 'until', 'source', 'zone', 'evidence']
  const sets = said.map((name) => `${name} = excluded.${name}`).join(', ')
  const conflict = `(key) DO UPDATE SET ${sets} WHERE excluded.until > coalesce(gates.until, '')`
  insertUnless(db, 'gates', gateRow.write(gate), conflict)
}

/** The source of the new instant, if it differs from the old one. */
export type GateMove = Partial<Pick<GateRecord, 'reason' | 'source' | 'zone' | 'evidence'>>

/**
 * The canary failed: the count of probes grows, the canary is released, and the next may try at the new instant.
 * False if the gate is open.
 */
export const moveGate = (db: DatabaseSync, key: string, until: string | null, said: GateMove): boolean =>
  db
    .prepare(
      `UPDATE gates SET until = ?, probes = probes + 1, canary = NULL, reason = coalesce(?, reason),
         source = coalesce(?, source), zone = iif(?, ?, zone), evidence = coalesce(?, evidence)
       WHERE key = ?`,
    )
    .run(
      until,
      said.reason ?? null,
      said.source ?? null,
      Number(said.zone !== undefined),
      said.zone ?? null,
      said.evidence ?? null,
      key,
    ).changes === 1

/** G3: tasks that waited at it no longer wait. False if it was already open. */
export function openGate(db: DatabaseSync, key: string): boolean {
  db.prepare('UPDATE tasks SET gate = NULL, wait_until = NULL WHERE gate = ?').run(key)
  return db.prepare('DELETE FROM gates WHERE key = ?').run(key).changes === 1
}

/** G2: true for exactly one of all callers. */
export const claimCanary = (db: DatabaseSync, key: string, runId: string): boolean =>
  db.prepare('UPDATE gates SET canary = ? WHERE key = ? AND canary IS NULL').run(runId, key).changes === 1

/** Without a run it releases any holder, for a canary that died. */
export const releaseCanary = (db: DatabaseSync, key: string, runId: string | null): boolean =>
  db.prepare('UPDATE gates SET canary = NULL WHERE key = ? AND canary = coalesce(?, canary)').run(key, runId)
    .changes === 1
