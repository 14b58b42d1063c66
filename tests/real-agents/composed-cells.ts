/** Faults that are in nobody's list, put together from the server's parts. */
import { callTool, fault, repeat, say, thenAlways, type Script } from '../../src/testing/index.ts'
import { cell, expecting, type Cell } from './cells.ts'

const work = callTool('Bash', { command: 'echo one' })
const HTML = { 'content-type': 'text/html' }
const broken = '<html><head><title>520: Web server is returning an unknown error</title></head></html>'
const refusal = (status: number, message: string): Script =>
  fault('http', { status, body: { error: { message, type: 'invalid_request_error', code: null } } })
const page = '<html><body><h1>Proxy Authentication Required</h1></body></html>'

export const composedCells: readonly Cell[] = [
  cell(
    'a teapot in the middle of the work',
    [work, work, thenAlways(fault('http', { status: 418, body: { detail: 'I am a teapot' } }))],
    expecting('LLM_ERROR'),
  ),
  cell(
    'a proxy that wants a login',
    fault('http', { status: 407, headers: HTML, body: page }),
    // Their fetch does not tell that there was an answer.
    expecting('AUTH_FAILED', { gemini: ['LLM_ERROR', 'timeout'], qwen: 'LLM_ERROR' }),
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
      qwen: ['USAGE_LIMIT', 'timeout'],
      copilot: ['USAGE_LIMIT', 'timeout'],
    }),
  ),
  cell(
    'an error with status 200',
    fault('http', {
      status: 200,
      body: { error: { message: 'upstream is warming up', code: 'warming_up' } },
    }),
    expecting('LLM_ERROR', { opencode: ['LLM_ERROR', 'timeout'] }),
  ),
  cell(
    'a connection that dies by degrees',
    [work, work, repeat(2, fault('reset-mid-stream')), thenAlways(fault('reset'))],
    expecting('LLM_ERROR', {
      gemini: ['LLM_ERROR', 'timeout'],
      opencode: ['LLM_ERROR', 'timeout'],
      qwen: ['LLM_ERROR', 'timeout'],
    }),
  ),
  cell(
    'short faults that pass',
    [fault('overloaded'), work, fault('rate-limit', { retryAfter: 1 }), thenAlways(say('Done.'))],
    expecting(null),
    { options: ['--retrying', '40s'] },
  ),
  cell(
    'an account that was disabled',
    refusal(400, 'This organization has been disabled.'),
    expecting('AUTH_FAILED'),
  ),
  cell(
    'a model at its end of life',
    refusal(410, 'This model has reached its end of life and can no longer be used.'),
    expecting('MODEL_UNAVAILABLE'),
  ),
  cell(
    'a place that is not served',
    refusal(400, 'User location is not supported for the API use.'),
    expecting('AUTH_FAILED'),
  ),
  cell(
    'a page of a gateway in the middle of the work',
    [work, thenAlways(fault('http', { status: 520, headers: HTML, body: broken }))],
    expecting('LLM_ERROR', {
      gemini: ['LLM_ERROR', 'timeout'],
      opencode: ['LLM_ERROR', 'timeout'],
      copilot: ['LLM_ERROR', 'timeout'],
      qwen: ['LLM_ERROR', 'timeout'],
    }),
  ),
  cell(
    'arguments that never are JSON',
    thenAlways(fault('tool-broken-json')),
    // Gemini CLI finds its loop by itself; Qwen Code calls it a failed request.
    expecting(['CIRCULAR_FIX', 'idle'], { gemini: 'CIRCULAR_FIX', qwen: ['LLM_ERROR', 'timeout'] }),
    { options: ['--idle', '6s'] },
  ),
  cell(
    'an agent that breaks',
    // The first one is taken by the handlers of some runtimes.
    [callTool('Bash', { command: 'kill -SEGV $PPID; sleep 1; kill -SEGV $PPID; sleep 9' })],
    // The launcher of Gemini CLI hides the signal.
    expecting(['WORKER_CRASHED', 'signal'], { gemini: 'WORKER_CRASHED' }),
    // The shell of Copilot CLI is not its child: the signal would reach something else.
    { except: ['copilot'] },
  ),
]
