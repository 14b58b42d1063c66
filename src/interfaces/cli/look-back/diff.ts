import { keptWork, surveyChanges, surveyFile } from '../../../scheduling/changes-of-run.ts'
import { listDiff, readPatches } from '../../../supervision/changes/diff-work.ts'
import { changesOf, fileDiffOf, type Changes } from '../../../views/changes.ts'
import { complain } from '../../complain.ts'
import { shownText } from '../../shown.ts'
import type { Screen } from '../command.ts'
import { refuseElsewhere } from '../fleet/refuse-on-fleet.ts'
import { withRun } from '../record/find-recorded.ts'
import { openShown } from '../record/queue-context.ts'
import { styleFor } from '../screen/style.ts'
import { paintPatch, renderStat } from './render-diff.ts'

export type DiffAsked = {
  readonly run: string
  readonly file: string | undefined
  readonly stat: boolean
  readonly against: 'start' | number | undefined
  readonly json: boolean
}

/** A diff on a terminal shows as much around a change as git does. */
const CONTEXT = 3
const MOST_BYTES = 4 * 1024 * 1024

export async function runDiff(asked: DiffAsked, screen: Screen): Promise<number> {
  using opened = await openShown({ shared: { filesOf: asked.run } })
  const context = withRun(opened, asked.run)
  refuseElsewhere(context, 'diff')
  const of = { run: context.run, against: asked.against ?? 'before' } as const
  if (asked.file !== undefined) return await showFile(asked.file, { of, context }, screen)
  const survey = await surveyChanges(of, context)
  const changes = changesOf(survey)
  if (asked.json || asked.stat || survey.diff === null)
    return screen.answer(changes, () => renderStat(changes, screen))
  await printAll(changes, { of, context }, screen)
  return 0
}

type Of = Parameters<typeof surveyChanges>[0]
type Records = Parameters<typeof surveyChanges>[1]
type Asking = { readonly of: Of; readonly context: Records }

async function showFile(path: string, { of, context }: Asking, screen: Screen): Promise<number> {
  const found = await surveyFile({ ...of, path, context: CONTEXT, mostBytes: MOST_BYTES }, context)
  const told = { run: of.run.run, against: of.against }
  const answered = screen.answer(fileDiffOf(told, found), () =>
    shownText(paintPatch(found.patch.text, styleFor(screen.colour))),
  )
  if (found.patch.isCut) complain(`The diff of ${path} is longer; the rest was left out.`)
  return answered
}

/** Only the files of the run: the pieces come in the order of the list. */
async function printAll({ files, leftOut }: Changes, { of, context }: Asking, screen: Screen): Promise<void> {
  const { git, between } = await keptWork(of, context)
  const wanted = new Set(files.map(({ path }) => path))
  const order = await listDiff(git, between)
  const style = styleFor(screen.colour)
  let at = 0
  for await (const piece of readPatches(git, between, CONTEXT)) {
    const { path = '' } = order[at] ?? {}
    at += 1
    if (screen.isClosed()) return
    if (wanted.has(path)) screen.out(shownText(paintPatch(piece.toString('utf8'), style)))
  }
  if (leftOut > 0) complain(leftOutWords(leftOut))
}

const leftOutWords = (files: number): string =>
  files === 1
    ? 'One more file differs that this run did not change.'
    : `${files} more files differ that this run did not change.`
