import type { FleetCounts } from '../../../fleet/port.ts'
import type { OpenedStore } from '../record/open-store.ts'

export const strandedWords = ({ task, needs }: FleetCounts['stranded'][number]): string =>
  `No connected node can do task ${task}. It needs: ${needs}.`

/** Says who starts a task that was queued on a fleet, or why no node can start it. */
export async function startWords(task: number, { stranded }: Pick<OpenedStore, 'stranded'>): Promise<string> {
  const held = (await stranded?.())?.find((line) => line.includes(` task ${task}.`))
  return held === undefined ? 'A node of the fleet will start it.' : `${held} See: mayday fleet nodes`
}
