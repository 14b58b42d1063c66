/** A whole log as a file, part by part. The parts are those of `log-window.ts`, so secrets are masked. */
import { SAFE_HEADERS } from './safe-headers.ts'
import type { LogWindow } from './api.ts'
import { MOST_WINDOW_BYTES, type Wanted } from './log-window.ts'

export type ReadLog = (wanted: Wanted) => LogWindow | Promise<LogWindow>

/** Sends the log up to its size at the start. Lines that a live run prints in the meantime are not sent. */
export async function logResponse(run: number, read: ReadLog): Promise<Response> {
  // The first part is read before the header is sent, so that the answer for a missing log is an error.
  let part = await read({ from: 0, bytes: MOST_WINDOW_BYTES })
  const end = part.size
  let sentTo = 0
  const body = new ReadableStream<Uint8Array>({
    pull: async (out) => {
      // A part of a very long line may begin before the end of the last part. Only its new bytes are sent.
      out.enqueue(Buffer.from(part.text).subarray(Math.max(0, sentTo - part.from)))
      if (part.to <= sentTo || part.to >= end) return out.close()
      sentTo = part.to
      part = await read({ from: sentTo, bytes: MOST_WINDOW_BYTES })
    },
  })
  return new Response(body, {
    headers: {
      ...SAFE_HEADERS,
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="mayday-run-${run}.log"`,
    },
  })
}
