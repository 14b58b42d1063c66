/** A file name can be a secret. The record replaces it with stars. */
import { redact } from '../../secrets/secrets.ts'
import type { Baseline } from './baseline.ts'

type Named<State> = readonly (readonly [path: string, state: State])[]

const maskEach = <State>(files: Named<State>, secrets: readonly string[]): Named<State> =>
  files.map(([path, state]) => [redact(path, secrets), state])

/** Masks a baseline that will not be compared again. */
export function maskBaseline(baseline: Baseline, secrets: readonly string[]): Baseline {
  switch (baseline.kind) {
    case 'git':
      return { ...baseline, dirty: maskEach(baseline.dirty, secrets) }
    case 'scan':
      return { ...baseline, files: maskEach(baseline.files, secrets) }
    case 'bytes':
      return { ...baseline, files: maskEach(baseline.files, secrets) }
    case 'unknown':
      return baseline
  }
}
