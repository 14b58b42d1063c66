import type { ImportedRun } from '../src/record/importers/imported-run.ts'

/** Ended runs of another program, a minute apart, for tests with many of them. */
export const importedRuns = (count: number, firstAt: string): readonly ImportedRun[] =>
  Array.from({ length: count }, (_, at) => ({
    key: String(at),
    title: `Task ${at}`,
    prompt: 'Do it.',
    flow: 'implement',
    agent: 'claude',
    branch: null,
    logPath: '',
    startedAt: new Date(Date.parse(firstAt) + at * 60_000).toISOString(),
    endedAt: new Date(Date.parse(firstAt) + (at + 1) * 60_000).toISOString(),
    durationMs: 60_000,
    turns: 3,
    costUsd: 0.1,
    tokens: 1000,
    sessionId: null,
    model: null,
    reason: 'TESTS_FAILED',
    status: 'failed',
  }))
