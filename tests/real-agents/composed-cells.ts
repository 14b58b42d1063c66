/** Faults that are in nobody's list, put together from the server's parts. */
import { callTool, fault, repeat, say, thenAlways } from '../../src/testing/index.ts'
import { cell, expecting, type Cell } from './cells.ts'

const work = callTool('Bash', { command: 'echo one' })
const page = '<html><body><h1>Proxy Authentication Required</h1></body></html>'

export const composedCells: readonly Cell[] = [
  cell(
    'a teapot in the middle of the work',
    [work, work, thenAlways(fault('http', { status: 418, body: { detail: 'I am a teapot' } }))],
    expecting('LLM_ERROR'),
  ),
  cell(
    'a proxy that wants a login',
    fault('http', { status: 407, headers: { 'content-type': 'text/html' }, body: page }),
    // Its fetch does not tell that there was an answer.
    expecting('AUTH_FAILED', { gemini: ['LLM_ERROR', 'timeout'] }),
  ),
  cell(
    'a spending cap in other words',
    fault('http', {
      status: 429,
      body: {
        error: {
          message: 'Your organization has reached its monthly spending cap. It resets on December 1.',
          type: 'billing_hard_limit',
          code: 'billing_hard_limit',
        },
      },
    }),
    // Codex tells the status alone; the others try again until they are cut short.
    expecting('USAGE_LIMIT', {
      codex: 'RATE_LIMITED',
      gemini: ['USAGE_LIMIT', 'timeout'],
      opencode: ['USAGE_LIMIT', 'timeout'],
    }),
  ),
  cell(
    'an error with status 200',
    fault('http', {
      status: 200,
      body: { error: { message: 'upstream is warming up', code: 'warming_up' } },
    }),
    expecting('LLM_ERROR', { opencode: ['LLM_ERROR', 'idle'] }),
  ),
  cell(
    'a connection that dies by degrees',
    [work, work, repeat(2, fault('reset-mid-stream')), thenAlways(fault('reset'))],
    expecting('LLM_ERROR'),
  ),
  cell(
    'short faults that pass',
    [fault('overloaded'), work, fault('rate-limit', { retryAfter: 1 }), thenAlways(say('Done.'))],
    expecting(null),
    { options: ['--retrying', '40s'] },
  ),
]
