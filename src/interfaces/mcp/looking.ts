import type { OpenOptions } from '../cli/record/open-store.ts'

/**
 * How a tool opens the store. It ends and adopts no runs. The server may itself be a process of a supervised run, and
 * an adopter that it starts would end with that run.
 */
export const LOOKING: Pick<OpenOptions, 'reconciles'> = { reconciles: false }
