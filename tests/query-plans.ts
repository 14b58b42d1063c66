import { DatabaseSync } from 'node:sqlite'

/** The query plans of SQLite for the statements that `use` prepares, for tests of indexes. */
export function queryPlans(path: string, use: (db: DatabaseSync) => unknown): string[] {
  const db = new DatabaseSync(path, { readOnly: true })
  const plans: string[] = []
  const watched = new Proxy(db, {
    get: (target, name) =>
      name === 'prepare'
        ? (sql: string) => {
            const values = Array.from(sql.matchAll(/\?/g), () => null)
            plans.push(
              ...target
                .prepare(`EXPLAIN QUERY PLAN ${sql}`)
                .all(...values)
                .map(({ detail }) => String(detail)),
            )
            return target.prepare(sql)
          }
        : Reflect.get(target, name),
  })
  use(watched)
  db.close()
  return plans
}
