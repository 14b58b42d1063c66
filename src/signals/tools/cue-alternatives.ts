import { alternativesOf, type Alternative } from './cue-literals.ts'
import { tools } from './tools.ts'

/**
 * The alternatives of each tool's cue, by the tool's name. The build computes them and replaces this module with the
 * result: computing them takes as long as explaining a small log.
 */
export const cueAlternatives = (): Readonly<Record<string, readonly Alternative[]>> =>
  Object.fromEntries(tools.map(({ name, cue }) => [name, alternativesOf(cue)]))
