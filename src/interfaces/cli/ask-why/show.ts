import { UsageError } from '../../../errors.ts'
import { isLive, type RunRecord } from '../../../record/run.ts'
import { showRun } from '../../../views/show-run.ts'
import type { LiveRun } from '../../../views/live-run.ts'
import { noLogWords } from '../../../views/run-files.ts'
import type { Story } from '../../../views/story/story-schema.ts'
import type { StoryAsked } from '../../../views/story/tell-story.ts'
import { filesOfRun } from '../../../supervision/files-of-run.ts'
import { headOf } from '../../../views/task-row.ts'
import type { ViewContext } from '../../../views/view.ts'
import type { Screen } from '../command.ts'
import type { FetchedRun } from '../../node-logs/fetch-run.ts'
import { withRun } from '../record/find-recorded.ts'
import type { Elsewhere, OpenedStore } from '../record/open-store.ts'
import { openShown } from '../record/queue-context.ts'
import { renderRun } from './render-run.ts'

export type ShowAsked = {
  readonly run: string
  readonly story: boolean
  readonly attempts: boolean
  readonly from: string | undefined
  readonly json: boolean
}

export async function runShow(asked: ShowAsked, screen: Screen): Promise<number> {
  if (asked.from !== undefined && !asked.story)
    throw new UsageError(`--from belongs to --story: mayday show ${asked.run} --story --from PLACE`)
  if (asked.attempts && asked.story) throw new UsageError('--attempts and --story cannot be combined.')
  using opened = await openShown({ shared: asked.story ? { filesOf: asked.run } : { about: asked.run } })
  const context = withRun(opened, asked.run)
  if (asked.story) return await tellRun(context.run, context, { asked, screen })
  if (asked.attempts) return await showAttempts(context.run.task, context, screen)
  const node = context.elsewhere?.node ?? null
  const shown = showRun(context.run, context, { live: await liveNow(context.run, context), node })
  const place = node === null ? context.project : { node }
  return screen.answer(shown, () => renderRun(shown, { nowMs: Date.now(), place, ...screen }))
}

async function showAttempts(task: number, context: ViewContext, screen: Screen): Promise<number> {
  const [{ compareAttempts }, { renderAttempts }] = await Promise.all([
    import('../../../views/attempts.ts'),
    import('./render-attempts.ts'),
  ])
  const attempts = compareAttempts(task, context)
  return screen.answer(attempts, () => renderAttempts(attempts, screen))
}

/** The readers of all agents are large, so they are loaded only for a story. */
async function tellRun(
  run: RunRecord,
  { project, elsewhere }: ViewContext & Pick<OpenedStore, 'elsewhere'>,
  { asked, screen }: { readonly asked: ShowAsked; readonly screen: Screen },
): Promise<number> {
  const [{ readRunStory }, { showStory, NoStoryError }] = await Promise.all([
    import('../../../views/story/run-story.ts'),
    import('./show-story.ts'),
  ])
  using fetched = elsewhere === undefined ? null : await fetchRun(elsewhere)
  const folder = fetched === null ? filesOfRun(run, project) : fetched.folder
  const tell = (part: StoryAsked): Story => {
    const story = readRunStory(run, folder, part, elsewhere?.node ?? null)
    if (story === null) throw new NoStoryError(noLogWords(run))
    return story
  }
  return await showStory(tell, { from: asked.from, isJson: asked.json }, screen)
}

const fetchRun = async ({ log }: Elsewhere): Promise<FetchedRun> =>
  (await import('../../node-logs/fetch-run.ts')).fetchRun(await log())

/** The output reader is large, so it is loaded only for a live run. */
async function liveNow(run: RunRecord, { store, project, clock }: ViewContext): Promise<LiveRun | null> {
  const task = isLive(run) ? store.task(run.task) : null
  if (task === null) return null
  const { LiveRuns } = await import('../../../views/live-runs.ts')
  const found = new LiveRuns(project.record).look([headOf(task, store)], clock.now().getTime())
  const { printedAt: _, ...live } = found.get(run.runId) ?? { printedAt: null, run: null }
  return live.run === null ? null : live
}
