/** What makes two failures the same: the reason, the decisive evidence, the failing tests and the place. */
import { orUnknown } from '../reasons/reason.ts'
import { fingerprint } from '../diagnosis/fingerprint.ts'
import type { RunDiagnosis } from './run-result.ts'

type Verdict = { readonly reason: string | null; readonly diagnosis: RunDiagnosis | null }

/** The line that decided. A marker is the same for every failure: then the words of the agent distinguish failures. */
export function decisiveIn(diagnosis: RunDiagnosis | null, words: string): string {
  const [first] = diagnosis?.evidence ?? []
  return first === undefined || first.source === 'marker' ? words : first.excerpt
}

/** The reason, what decided and the failing tests, each in a line. `words` describe a failure without evidence. */
export const failureText = ({ reason, diagnosis }: Verdict, words: string): string =>
  [orUnknown(reason), decisiveIn(diagnosis, words), ...(diagnosis?.failing ?? []).toSorted()].join('\n')

/** A file inside the project. An absolute path may be that of a work tree, which differs from run to run. */
const RELATIVE_FILE = /(?<![\w./@-])[\w@-][\w@.-]*(?:\/[\w@.-]+)*\.[a-z]\w{0,7}(?![\w/-])/i

/** The first file that a text names, with its folders; null if it names none. */
export const fileIn = (text: string): string | null => RELATIVE_FILE.exec(text)?.[0] ?? null

/** Enough to keep some ten thousand causes apart, and short enough to type. */
const KEY_DIGITS = 8

/** Equal for two occurrences of one failure in one place. Eight hexadecimal digits. */
export function causeOf(verdict: Verdict & { readonly stage: string | null }, words: string): string {
  // A fingerprint ignores folders. With another separator the folders of the file count.
  const place = fileIn(decisiveIn(verdict.diagnosis, words))?.replaceAll('/', '>') ?? ''
  return fingerprint(`${failureText(verdict, words)}\n${verdict.stage ?? ''}\n${place}`).slice(0, KEY_DIGITS)
}
