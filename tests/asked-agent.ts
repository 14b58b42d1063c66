import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import * as v from 'valibot'
import { explanationSchema } from '../src/diagnosis/explanation-schema.ts'
import type { Explanation } from '../src/diagnosis/explain.ts'
import { freshFolder, mayday, type Finished, type FreshFolder } from './run-mayday.ts'

/** A small script on PATH that replaces Claude and records how it is asked. */
export type AskedRig = FreshFolder & {
  /** Sets its answer, inside Claude's output format. */
  readonly says: (words: string) => void
  /** Sets what it does, as a sh script. */
  readonly does: (script: string) => void
  /** How often it was asked. */
  readonly asks: () => number
  /** The content of a file that the script wrote. */
  readonly noted: (name: string) => string
  /** `mayday explain --exit-code 1 --ask claude FILE`, with the arguments `more` first. */
  readonly explain: (log: string, more?: readonly string[], env?: Record<string, string>) => Promise<Finished>
  readonly explained: (log: string, more?: readonly string[]) => Promise<Explanation>
  readonly env: Record<string, string>
}

const NOTES = 'echo asked >> "$NOTES/asks"; cat > "$NOTES/question"; printf "%s\\n" "$@" > "$NOTES/words"'

export async function askedRig(): Promise<AskedRig> {
  const folder = await freshFolder()
  const { path, file } = folder
  for (const name of ['bin', 'home', 'work', 'tmp']) mkdirSync(file(name))
  const env = {
    PATH: [file('bin'), process.env['PATH'] ?? ''].join(delimiter),
    HOME: file('home'),
    TMPDIR: file('tmp'),
    XDG_CACHE_HOME: file('home/cache'),
    NOTES: path,
  }
  const does = (script: string): void =>
    writeFileSync(file('bin/claude'), `#!/bin/sh\n${NOTES}\n${script}\n`, { mode: 0o755 })
  const noted = (name: string): string => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '')
  const explain: AskedRig['explain'] = (log, more = [], extra = {}) => {
    writeFileSync(join(path, 'work', 'run.log'), log)
    const args = ['explain', ...more, '--ask', 'claude', 'run.log']
    return mayday(args, { cwd: file('work'), env: { ...env, ...extra } })
  }
  return {
    ...folder,
    env,
    does,
    noted,
    says: (words) => {
      writeFileSync(file('output'), claudeOutput(words))
      does('cat "$NOTES/output"')
    },
    asks: () => noted('asks').split('\n').filter(Boolean).length,
    explain,
    explained: async (log, more = ['--exit-code', '1']) => {
      const { stdout, stderr } = await explain(log, ['--json', ...more])
      if (stdout === '') throw new Error(stderr)
      return v.parse(explanationSchema, JSON.parse(stdout))
    },
  }
}

const claudeOutput = (words: string): string =>
  [
    { type: 'system', subtype: 'init', session_id: SESSION, tools: [], model: 'claude-test' },
    {
      type: 'assistant',
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'claude-test',
        content: [{ type: 'text', text: words }],
      },
      session_id: SESSION,
    },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: words,
      num_turns: 1,
      total_cost_usd: 0.0123,
      usage: { input_tokens: 120, output_tokens: 20 },
      session_id: SESSION,
    },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

const SESSION = '35e35229-bd6c-4384-ad54-602b6ca19406'

/** A log that no rule matches. */
export const ODD_LOG = 'starting\nhello there\nfrobnicator: the widget is upside down\nbye\n'

export const GOOD_ANSWER = {
  reason: 'SETUP_FAILED',
  line: 3,
  quote: 'the widget is upside down',
  sentence: 'The widget must be turned.',
}
