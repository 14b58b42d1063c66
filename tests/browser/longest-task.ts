/** How long a page keeps its thread busy at once. */
import type { Page } from 'playwright-core'
import * as v from 'valibot'

const traceSchema = v.object({
  traceEvents: v.array(
    v.object({
      name: v.optional(v.string()),
      tid: v.optional(v.number()),
      pid: v.optional(v.number()),
      tdur: v.optional(v.number()),
      args: v.optional(v.object({ name: v.optional(v.unknown()) })),
    }),
  ),
})

/** The longest task of the page's thread, in milliseconds of processor time: a busy machine does not lengthen it. */
export async function longestTask(page: Page, during: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await during()
  const { traceEvents } = v.parse(traceSchema, JSON.parse((await browser.stopTracing()).toString('utf8')))
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      /RunTask$/.test(name ?? '') && tdur !== undefined && main.has(`${pid} ${tid}`),
  )
  if (tasks.length < 20) throw new Error('The trace has too few tasks to prove anything.')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000))
}
