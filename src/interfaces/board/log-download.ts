/** Sends a whole log as a file, part by part. The parts are those of `log-window.ts`, so secrets are masked. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { SAFE_HEADERS } from './answer.ts'
import type { LogWindow } from './api.ts'
import { MOST_WINDOW_BYTES, type Wanted } from './log-window.ts'

type Read = (wanted: Wanted) => LogWindow | Promise<LogWindow>

/** Sends the log up to its size at the start. Lines that a live run prints in the meantime are not sent. */
export async function sendLog(run: number, read: Read, response: ServerResponse): Promise<void> {
  // The first part is read before the header is sent, so that the answer for a missing log is an error.
  let part = await read({ from: 0, bytes: MOST_WINDOW_BYTES })
  const end = part.size
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="mayday-run-${run}.log"`,
  })
  let sentTo = 0
  while (!response.destroyed) {
    // A part of a very long line may begin before the end of the last part. Only its new bytes are sent.
    const text = part.from < sentTo ? Buffer.from(part.text).subarray(sentTo - part.from) : part.text
    if (text.length > 0 && !response.write(text)) await drained(response)
    if (part.to <= sentTo || part.to >= end) break
    sentTo = part.to
    part = await read({ from: sentTo, bytes: MOST_WINDOW_BYTES })
  }
  response.end()
}

/** After a disconnect there is no `drain`, so `close` ends the wait too. */
const drained = (response: ServerResponse): Promise<unknown> =>
  Promise.race([once(response, 'drain'), once(response, 'close')])
