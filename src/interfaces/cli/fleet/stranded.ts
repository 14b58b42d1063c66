import type { FleetCounts } from '../../../fleet/port.ts'

export const strandedWords = ({ task, needs }: FleetCounts['stranded'][number]): string =>
  `No node that is here can do task ${task}. It needs: ${needs}.`
