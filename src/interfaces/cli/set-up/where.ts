import { existsSync } from 'node:fs'
import { findProject } from '../../../record/project.ts'
import { storePath } from '../../../record/store.ts'
import type { Answer } from '../answers.ts'
import type { Screen } from '../command.ts'
import { reportPlace } from '../record/report-place.ts'

export type WhereAsked = { readonly take: string | undefined; readonly json: boolean }

export async function runWhere(
  { take, json }: WhereAsked,
  screen: Screen<Answer<'mayday.where/1'>>,
): Promise<number> {
  const project = findProject(process.cwd(), process.env)
  const { root, record, trees } = project
  if (take !== undefined) await (await import('./take-record.ts')).takeRecord(take, project)
  else if (!json) await reportPlace(project)
  return screen.answer(
    { root, record, trees, isRecorded: existsSync(storePath(record)) },
    () => `${record}\n`,
  )
}
