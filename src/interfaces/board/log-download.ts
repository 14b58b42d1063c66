/** Sends a whole log as a file, part by part. The parts are those of `log-window.ts`, so secrets are masked. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { SAFE_HEADERS } from './answer.ts'
import type { LogWindow } from './api.ts'
import { MOST_WINDOW_BYTES, type Wanted } from './log-window.ts'

type Read = (wanted: Wanted) => LogWindow | Promise<LogWindow>

/** It does not wait for lines that a live run prints in the meantime. */
export async function sendLog(run: number, read: Read, response: ServerResponse): Promise<void> {
  // Before anything is sent: a log that is gone is answered with an error.
  let part = await read({ from: 0, bytes: MOST_WINDOW_BYTES })
  const end = part.size
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="mayday-run-${run}.log"`,
  })
  let sentTo = 0
  while (!response.destroyed) {
    // A line that is longer than a part goes on where the last part ended; another one would begin again.
    const text = part.from < sentTo ? Buffer.from(part.text).subarray(sentTo - part.from) : part.text
    if (text.length > 0 && !response.write(text)) await drained(response)
    if (part.to <= sentTo || part.to >= end) break
    sentTo = part.to
    part = await read({ from: sentTo, bytes: MOST_WINDOW_BYTES })
  }
  response.end()
}

/** A reader that goes away drains nothing. */
const drained = (response: ServerResponse): Promise<unknown> =>
  Promise.race([once(response, 'drain'), once(response, 'close')])
