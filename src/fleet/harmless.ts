/**
 * Rows come from a database that others write to. No path in them may lead out of this machine's own folders.
 *
 * H1 The folder of a run is the one that its id names. H2 A task works inside the project. H3 A card is
 * a Markdown file inside the project. Only the card writer opens it.
 */
import { isAbsolute } from 'node:path'
import type { RowImage } from '../record/row-image.ts'
import type { TaskRecord } from '../record/task.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DAY_FOLDER = /^logs\/\d{8}\/([0-9a-f-]+)$/

/** Empty if nothing in it can be used. */
export function harmless(image: RowImage): readonly RowImage[] {
  const { table, row } = image
  if (table === 'tasks') return [{ table, row: { ...row, card: harmlessCard(row), card_key: null } }]
  if (table !== 'runs') return [image]
  return UUID.test(String(row['id'])) ? [{ table, row: harmlessRun(row) }] : []
}

/** H1, H3. */
function harmlessRun(row: RowImage['row']): RowImage['row'] {
  const id = String(row['id'])
  const isNamed = DAY_FOLDER.exec(String(row['log_path']))?.[1] === id
  return {
    ...row,
    card: harmlessCard(row),
    log_path: isNamed ? (row['log_path'] ?? '') : `logs/elsewhere/${id}`,
  }
}

/** H3. */
function harmlessCard({ card }: RowImage['row']): string | null {
  return typeof card === 'string' && card.endsWith('.md') && worksInside({ cwd: card }) ? card : null
}

/** H2. */
export const worksInside = ({ cwd }: Pick<TaskRecord, 'cwd'>): boolean =>
  !isAbsolute(cwd) && !cwd.split(/[/\\]/).includes('..')
