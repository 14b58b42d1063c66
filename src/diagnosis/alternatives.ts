import type { Signal } from '../signals/signal.ts'
import { AUTHORITY } from './candidates.ts'
import { isOld } from './new-lines.ts'
import { wordOf, type Alternative, type Candidate } from './diagnosis.ts'

const SOURCE_WORDS: Readonly<Record<Signal['source'], string>> = {
  mayday: 'what Mayday did',
  typed: 'a typed field',
  declared: "the agent's own report",
  ending: 'how it ended',
  marker: "the agent's marker",
  tool: "a tool's summary",
  text: 'plain text',
}

/** The decision, and the signal that decided. */
type Decided = { readonly reason: string | null; readonly rule: string; readonly signal: Signal | undefined }

/** The other possible reasons, strongest first, and why they lost. */
export function alternativesTo(decided: Decided, candidates: readonly Candidate[]): readonly Alternative[] {
  const seen = new Set<string>(decided.reason === null ? [] : [decided.reason])
  return candidates.flatMap((one) => {
    const reason = wordOf(one)
    if (seen.has(reason)) return []
    seen.add(reason)
    return [{ reason, rule: one.rule, why: whyNot(one, decided) }]
  })
}

function whyNot(one: Candidate, { reason, rule, signal }: Decided): string {
  const place = one.signal.at === null ? '' : ` (line ${one.signal.at.line})`
  const said = `${SOURCE_WORDS[one.signal.source]}${place}`
  if (reason === null) return `${said} mentions it, but the run succeeded (${rule})`
  if (isOld(one.signal) && signal !== undefined && !isOld(signal)) return `${said} is also in a good run`
  if (signal === undefined) return `${said} is weaker evidence`
  if (AUTHORITY[signal.source] < one.authority) return `${said} ranks below ${SOURCE_WORDS[signal.source]}`
  const earlier = (one.signal.at?.line ?? 0) < (signal.at?.line ?? 0)
  return earlier
    ? `${said} came before the deciding signal`
    : `${said} is a consequence of the deciding signal`
}
