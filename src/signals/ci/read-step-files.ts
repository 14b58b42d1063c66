import type { CiStepReading, Reading } from '../signal.ts'
import type { StepFile } from './step-files.ts'

/** Reads one file of a downloaded log. */
type ReadFile = (bytes: Buffer, path: string) => Promise<Reading>

const COMPLETE = /^Complete job$/

/** The reading of a downloaded log: that of the first failed step. The file names give the names of jobs and steps. */
export async function readStepFiles(files: readonly StepFile[], read: ReadFile): Promise<Reading> {
  const failed: CiStepReading[] = []
  const agents: CiStepReading[] = []
  let last: { readonly file: StepFile; readonly reading: Reading } | null = null
  let passed: Reading | null = null
  let bytes = 0
  let lines = 0
  for (const file of files) {
    const reading = await read(file.bytes(), file.path)
    bytes += reading.bytes
    lines += reading.lines
    failed.push(...stepsOf(file, reading.ci?.failed))
    agents.push(...stepsOf(file, reading.ci?.agents))
    if (file.step === null || !isAside(file.step)) last = { file, reading }
    if (file.step === null ? (reading.ci?.passed ?? null) !== null : COMPLETE.test(file.step))
      passed = reading
  }
  if (last === null) throw new Error('A downloaded log has at least one file.')
  const told = failed[0] ?? agents.at(-1)
  const base = told?.reading ?? last.reading
  const place = { job: last.file.job, step: last.file.step ?? last.reading.ci?.last.step ?? null }
  const proof = failed.length === 0 ? (passed?.ci?.passed ?? null) : null
  return {
    ...base,
    bytes,
    lines,
    ci: {
      system: 'github-actions',
      failed: failed.slice(0, MOST_STEPS),
      agents: failed.length === 0 ? agents.slice(-MOST_STEPS) : [],
      passed: proof,
      last: place,
    },
  }
}

const MOST_STEPS = 8

const isAside = (step: string): boolean => /^(?:Post |Complete job|Stop containers)/.test(step)

/** The steps of a file, with the names that the file has. */
function stepsOf({ job, step }: StepFile, steps: readonly CiStepReading[] = []): readonly CiStepReading[] {
  if (step !== null && isAside(step)) return []
  return steps.map((one) => ({ ...one, job, step: step ?? one.step }))
}
