/** What each reason means, in a few words. The server's table is asked once for a page. */
import { useMemo } from 'preact/hooks'
import type { ListedReason } from '../src/views/reasons.ts'
import { useAsked } from './asked.ts'
import { api, question } from './client.ts'
import { plainSummary } from './run/plain-words.ts'

export type ReasonRows = ReadonlyMap<string, ListedReason>

/** Empty until the table is there. */
export function useReasons(): ReasonRows {
  const { answer } = useAsked(question(api.reasons, {}))
  return useMemo(() => new Map(answer?.reasons.map((row) => [row.reason, row]) ?? []), [answer])
}

/** `TESTS_FAILED` is `Failed the tests`. Empty until the table is there. */
export type Briefs = ReadonlyMap<string, string>

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export function useBriefs(): Briefs {
  const rows = useReasons()
  return useMemo(() => new Map([...rows].map(([reason, { brief }]) => [reason, sentence(brief)])), [rows])
}

/** `Failed the tests · 1 failed, 7 passed` */
export const failedWords = (brief: string | undefined, summary: string | null): string =>
  [brief, summary === null ? undefined : plainSummary(summary)]
    .filter((words) => words !== undefined && words !== '')
    .join(' · ')
