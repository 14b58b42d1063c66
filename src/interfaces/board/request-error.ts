/** What the board answers to a request that it cannot fulfil. */
import { MaydayError } from '../../errors.ts'
import type { ErrorAnswer } from './api.ts'
import { complain } from '../complain.ts'

/** An error with its HTTP status. */
export class RequestError extends MaydayError {
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(code, message)
    this.status = status
  }
}

/** Temporary errors: the process or the kernel has no file descriptors or no memory left. */
const SHORT_OF: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

export const isShortage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && SHORT_OF.has(error.code)

export function errorAnswer(error: unknown): { readonly status: number; readonly answer: ErrorAnswer } {
  if (isShortage(error)) {
    const message = 'This machine has too many files open at the moment. Ask again.'
    return { status: 503, answer: { error: { code: 'BUSY', message } } }
  }
  if (error instanceof MaydayError) {
    const { code, message } = error
    return { status: statusOf(error), answer: { error: { code, message } } }
  }
  // This is a bug. The page says so, and the terminal of the board shows the stack.
  complain(`the board could not answer: ${error instanceof Error ? error.stack : String(error)}`)
  const message = 'Mayday has a bug and could not answer. The terminal of mayday board shows the details.'
  return { status: 500, answer: { error: { code: 'INTERNAL', message } } }
}

const NOT_THERE: ReadonlySet<string> = new Set([
  'UNKNOWN_RUN',
  'UNKNOWN_TASK',
  'UNKNOWN_ESCALATION',
  'NO_SNAPSHOT',
  'LOG_GONE',
  'NO_LOG_YET',
  'CARD_MISSING',
  'NO_SUCH_NODE',
  'UNKNOWN_FAILURE',
])
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(['USAGE', 'UNKNOWN_WORD', 'CARD_OUTSIDE', 'CONFIG'])

/** If the request is valid and its target exists, the error is a conflict with the current state. */
function statusOf(error: MaydayError): number {
  if (error instanceof RequestError) return error.status
  if (NOT_THERE.has(error.code)) return 404
  return NOT_UNDERSTOOD.has(error.code) ? 400 : 409
}
