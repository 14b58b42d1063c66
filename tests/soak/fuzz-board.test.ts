/**
 * Whatever bytes arrive, the board answers the next honest request.
 */
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openRig } from '../board-rig.ts'
import { mutate } from '../mutate.ts'
import { randomFrom } from '../random-from.ts'
import { seed, sized } from './size.ts'

const BODY = JSON.stringify({ task: 1, reason: 'TESTS_FAILED', note: 'no', card: 'project/x.md' })

const requests = (token: string): readonly string[] =>
  [
    'GET /api/v1/state HTTP/1.1',
    'GET /api/v1/runs/1/log?from=0&bytes=1000 HTTP/1.1',
    'GET /api/v1/runs?status=failed&limit=10 HTTP/1.1',
    'GET /assets/index.js HTTP/1.1',
    'POST /api/v1/runs/1/correct HTTP/1.1',
    'POST /api/v1/tasks/1/retry HTTP/1.1',
  ].map((line) =>
    [
      line,
      'Host: 127.0.0.1',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${BODY.length}`,
      'Connection: close',
      '',
      BODY,
    ].join('\r\n'),
  )

/** Sends bytes and lets go when the server has answered or closed. */
const send = (port: number, bytes: Buffer): Promise<void> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes))
    socket.on('data', () => undefined)
    // A reset is an answer to such bytes, too.
    socket.on('error', () => done())
    socket.on('close', () => done())
  })

describe(`damaged requests, seed ${seed}`, () => {
  test('the board answers after any bytes', async () => {
    await using rig = await openRig()
    const random = randomFrom(seed)
    const all = requests(rig.board().token)
    for (let round = sized(3000); round > 0; round -= 1) {
      const request = all[Math.floor(random() * all.length)] ?? ''
      await send(rig.board().port, mutate(Buffer.from(request), random))
    }
    expect((await rig.ask('/api/v1/state')).status).toBe(200)
    expect(rig.launched).toEqual([])
  })
})
