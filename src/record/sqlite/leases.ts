import type { DatabaseSync } from 'node:sqlite'
import { text } from './row.ts'

export function leaseOwner(db: DatabaseSync, name: string): string | null {
  const row = db.prepare('SELECT owner FROM leases WHERE name = ?').get(name)
  return row === undefined ? null : text(row, 'owner')
}

/** Takes a lease over from the owner that the caller saw; null means the lease was free. */
export function claimLease(db: DatabaseSync, name: string, from: string | null, to: string): boolean {
  const { changes } =
    from === null
      ? db.prepare('INSERT INTO leases (name, owner) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, to)
      : db.prepare('UPDATE leases SET owner = ? WHERE name = ? AND owner = ?').run(to, name, from)
  return changes === 1
}

export const releaseLease = (db: DatabaseSync, name: string, owner: string): boolean =>
  db.prepare('DELETE FROM leases WHERE name = ? AND owner = ?').run(name, owner).changes === 1
