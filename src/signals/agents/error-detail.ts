import type { Detail } from '../signal.ts'
import { statusIn } from './http-status.ts'

type Known = {
  readonly status?: number | undefined
  readonly code?: string
  readonly resetAt?: string | undefined
  readonly attempt?: number | undefined
  readonly of?: number | undefined
  readonly delayMs?: number | undefined
}

/** The detail of a provider's error from what is known of it. A status may stand only in the message. */
export function errorDetail(message: string, known: Known = {}): Detail {
  const status = known.status ?? statusIn(message)
  const { attempt, of, delayMs, code, resetAt } = known
  return {
    ...(status === undefined ? {} : { status }),
    ...(code === undefined || code === '' ? {} : { code }),
    ...(resetAt === undefined ? {} : { resetAt }),
    ...(attempt === undefined
      ? {}
      : {
          retry: {
            attempt,
            ...(of === undefined ? {} : { of }),
            ...(delayMs === undefined ? {} : { delayMs }),
          },
        }),
  }
}
