import type { ShownRun } from '../../src/views/show-run.ts'

const STOPS: Readonly<Record<string, string>> = {
  timeout: 'stopped at its time limit',
  idle: 'stopped because it was silent',
  cancel: 'stopped by a person',
}

/** `by itself, exit code 1`. Null while it lives. */
export function describeRunEnd({ ending }: Pick<ShownRun['run'], 'ending'>): string | null {
  if (ending === null) return null
  switch (ending.kind) {
    case 'exit':
      return `by itself, exit code ${ending.code}`
    case 'signal':
      return `by ${ending.signal}`
    case 'stopped':
      return STOPS[ending.by] ?? `stopped by Mayday (${ending.by})`
    case 'never-started':
      return 'never started'
    case 'lost':
      return 'its process was lost'
    case 'unknown':
      return 'not known how'
  }
}
