/** Which agents Mayday was connected to, and their settings before and after: `connect/connections.json`. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readPlainText } from '../../../record/plain-file.ts'
import { privateFolder } from '../../../record/private-folder.ts'
import { instant, parseJson, type Shape } from '../../../record/schema.ts'
import { stateHome, type Env } from '../../../record/state-home.ts'
import { writeWhole } from '../../../record/write-whole.ts'
import { copySchema } from './settings-copy.ts'

const connectionSchema = v.object({
  agent: v.string(),
  scope: v.picklist(['user', 'project']),
  /** Null for the whole user. */
  root: v.nullable(v.string()),
  at: instant,
  settings: v.array(copySchema),
})
export type Connection = Shape<typeof connectionSchema>

const fileSchema = v.object({
  format: v.literal('mayday.connections/1'),
  connections: v.array(connectionSchema),
})

export const connectFolder = (env: Env): string => join(stateHome(env), 'connect')

const fileIn = (env: Env): string => join(connectFolder(env), 'connections.json')

export const readConnections = (env: Env): readonly Connection[] =>
  parseJson(fileSchema, readPlainText(fileIn(env)) ?? '')?.connections ?? []

/** Settings of agents may contain keys, so only the user can read the file. The last undo removes it. */
export function writeConnections(env: Env, connections: readonly Connection[]): void {
  if (connections.length === 0) return rmSync(connectFolder(env), { recursive: true, force: true })
  privateFolder(connectFolder(env))
  writeWhole(fileIn(env), `${JSON.stringify({ format: 'mayday.connections/1', connections }, null, 2)}\n`)
}
