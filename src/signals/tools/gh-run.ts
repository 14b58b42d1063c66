import type { What } from '../signal.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** What `gh run view` prints of a run without its log: the run, its jobs and their steps, each with a sign. */
const RUN = /^([X✓✗]) \S.{0,200} · \d{6,}$/
const STEP = /^ {2}[X✗] (\S.{0,120})$/

/** The name of a step says what failed in it. */
const KINDS: readonly (readonly [RegExp, What])[] = [
  [/\b(?:tests?|lint|checks?|verify|validate|typecheck|coverage|audit|e2e|spec)\b/i, 'lint-failed'],
  [/\b(?:build|compile|bundle|package)\b/i, 'build-failed'],
  [
    /\b(?:install|set ?up|checkout|restore|dependenc\w+|log ?in|configure|download|deploy|upload|publish|push|migrate|migrations?|start)\b/i,
    'install-failed',
  ],
]

export const ghRun: ToolReader = {
  name: 'gh-run',
  title: 'summaries of `gh run view`',
  cue: /^[X✓✗] \S.* · \d{6,}$|^ {2}[X✗] \S/,
  open: () => {
    let isOpen = false
    return {
      line: (text): Finding | null => {
        const sign = RUN.exec(text)?.[1]
        if (sign !== undefined) {
          isOpen = sign !== '✓'
          return isOpen ? null : { what: 'success' }
        }
        const step = isOpen ? STEP.exec(text)?.[1] : undefined
        if (step === undefined) return null
        isOpen = false
        return { what: KINDS.find(([form]) => form.test(step))?.[1] ?? 'failure' }
      },
    }
  },
}
