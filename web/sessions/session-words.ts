/** How sessions and their turns are named on the page. */
import type { SessionRow } from '../../src/views/sessions.ts'

const WORDS: Readonly<Record<SessionRow['status'], string>> = {
  succeeded: 'Ended well',
  failed: 'Failed',
  interrupted: 'Interrupted by the person',
  'cut-off': 'Cut off',
  undetermined: 'Not clear',
  live: 'Live',
  unreadable: 'Not readable',
}

export const sessionWord = (status: SessionRow['status']): string => WORDS[status]

const MARKS: Readonly<Record<SessionRow['status'], string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  interrupted: 'canceled',
  'cut-off': 'failed',
  undetermined: 'idle',
  live: 'running',
  unreadable: 'idle',
}

/** The status whose mark and colour it has. */
export const markOf = (status: SessionRow['status']): string => MARKS[status]

/** How the numbers name a model or a folder that a session does not tell. The search finds such sessions by it. */
export const NOT_KNOWN = '(unknown)'

export const notKnown = (name: string): string => (name === NOT_KNOWN ? 'not known' : name)

export const folderWords = (cwd: string | null): string => cwd?.split('/').at(-1) ?? 'unknown folder'
