import type { Detail } from '../signal.ts'
import { statusIn } from './http-status.ts'

/** The facts that an agent reports about a provider's error, with uniform names. */
export type Told = {
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly resetAt?: string | undefined
  readonly attempt?: number | undefined
  readonly of?: number | undefined
  readonly delayMs?: number | undefined
}

/** The detail of a provider's error. It contains only the reported facts. */
export function detailOf({ status, code, resetAt, ...retry }: Told): Detail {
  const { attempt, of, delayMs } = retry
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

/** Like `detailOf`, but the status may be only in the message. */
export const errorDetail = (message: string, told: Told = {}): Detail =>
  detailOf({ ...told, status: told.status ?? statusIn(message) })
