/** The sample project of the board with its record, and what all tables of its database say. */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeSample } from '../src/interfaces/board/demo/make-sample.ts'
import type { Project } from '../src/record/project.ts'
import { storePath } from '../src/record/store.ts'

export type Sample = Disposable & { readonly project: Project; readonly dump: () => unknown }

export async function openSample(): Promise<Sample> {
  const project = await makeSample(new Date())
  return {
    project,
    dump: () => dumpOf(storePath(project.record)),
    [Symbol.dispose]: () => rmSync(dirname(project.root), { recursive: true, force: true, maxRetries: 10 }),
  }
}

function dumpOf(path: string): unknown {
  using db = new DatabaseSync(path, { readOnly: true })
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all()
  return tables.map(({ name }) => ({ name, rows: db.prepare(`SELECT * FROM "${String(name)}"`).all() }))
}
