import { expect, test } from 'vitest'
import { bytesOf } from '../../tests/bytes-of.ts'
import { explain } from '../../tests/knowing-agents.ts'

/** The reason, or the verdict if there is none. */
const saidOf = async (lines: readonly string[]): Promise<string | null> => {
  const { verdict, reason } = await explain(bytesOf(`${lines.join('\n')}\n`), {})
  return verdict === 'failed' ? reason : verdict
}

test.each([
  [
    'a benchmark that solved no task',
    'TESTS_FAILED',
    ['Total instances: 4', 'Instances resolved: 0', 'Instances unresolved: 3', 'Instances with errors: 1'],
  ],
  [
    'a benchmark that solved all tasks',
    'succeeded',
    ['Total instances: 4', 'Instances resolved: 4', 'Instances unresolved: 0', 'Instances with errors: 0'],
  ],
  [
    'a benchmark that solved some tasks',
    'undetermined',
    ['Total instances: 4', 'Instances resolved: 1', 'Instances unresolved: 3'],
  ],
  [
    'a JSON report of a benchmark that solved no task',
    'TESTS_FAILED',
    ['{', '  "total_instances": 2,', '  "resolved_instances": 0,', '  "unresolved_instances": 2', '}'],
  ],
  [
    'a list of results with a failed one',
    'TESTS_FAILED',
    ['{"task_id":"a","passed":true}', '{"task_id":"b","passed":false}', '{"task_id":"c","passed":true}'],
  ],
  [
    'a list of results with a task that passed later',
    'succeeded',
    ['{"task_id":"a","passed":false}', '{"task_id":"a","passed":true}', '{"task_id":"b","passed":true}'],
  ],
  [
    'a run end whose cause is in another field of a record',
    'TESTS_FAILED',
    ['{"event":"run_end","status":"failed","details":"2 of 31 tests failed"}'],
  ],
  [
    'a loop that reached its limit without the last word',
    'MAX_TURNS',
    ['[loop] agent exited 0', 'Reached iteration limit without COMPLETE signal.'],
  ],
  [
    'a loop that found the last word',
    'succeeded',
    ['[loop] agent exited 0', '[loop] found stop token <promise>DONE</promise>, leaving after 3 iterations'],
  ],
  [
    'a pipeline with a failed part',
    'TESTS_FAILED',
    ['[10:00:01] verify ...... FAILED (4 tests failed)', '[10:00:02] pipeline finished: 3 ok, 1 failed'],
  ],
  [
    'a task that is marked as failed for lack of changes',
    'NO_CHANGES',
    [
      '[orchestrator] task 14: agent finished (exit 0, 92s)',
      '[orchestrator] task 14: git diff is empty - agent produced no changes',
      '[orchestrator] task 14: marked as failed',
    ],
  ],
  [
    'a watchdog that kills a silent agent',
    'TIMEOUT',
    ['[watchdog] agent pid 991 started', '[watchdog] no output for 300s, killing agent'],
  ],
  [
    'a watchdog that still waits',
    'undetermined',
    ['[watchdog] agent pid 991 started', '[watchdog] no output for 60s, still waiting'],
  ],
  [
    'a supervisor that does not restart again',
    'WORKER_CRASHED',
    ['supervisor: worker died (signal 9)', 'supervisor: too many restarts, not restarting again'],
  ],
  [
    'a browser agent that says that it is unfinished',
    'AGENT_GAVE_UP',
    [
      '10:00:00 [agent] 📄 Result: I could not log in because of a captcha.',
      '10:00:01 [agent] ✅ Task completed',
      '10:00:01 [agent] ❌ Unfinished',
    ],
  ],
  [
    'a library that logs a repeated request',
    'undetermined',
    [
      'INFO:httpx:HTTP Request: POST https://api.openai.com/v1/chat "HTTP/1.1 429 Too Many Requests"',
      'INFO:httpx:HTTP Request: POST https://api.openai.com/v1/chat "HTTP/1.1 200 OK"',
    ],
  ],
])('%s is %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

/** The closing report of an agent. */
const report = (...last: readonly string[]): readonly string[] => [
  '## Summary',
  '',
  "I've implemented the prices of the cart.",
  '',
  '- `src/cart.ts`: the new prices',
  '- `src/shop.ts`: uses them',
  '',
  ...last,
]

test.each([
  ['that counts its failed tests', 'TESTS_FAILED', report('`npm test`: 41 passed, 3 failed')],
  ['with failures of before', 'succeeded', report('`npm test`: 41 passed, 3 failed, as before the change')],
  ['whose tests pass', 'succeeded', report('`npm test`: 44 passed, 0 failed')],
  ['with an offer', 'succeeded', report("Let me know if you'd like a shortcut.")],
  [
    'with questions before the work',
    'AGENT_GAVE_UP',
    ["I've looked at the modules.", '', '1. Is the cart shared?', '', "Let me know and I'll get started."],
  ],
  [
    'in Spanish about work that is not done',
    'AGENT_GAVE_UP',
    ['No he podido completar la tarea: falta el archivo.', '', '- Revisé `src/api.ts`'],
  ],
])('the report of an agent %s is %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})

test.each([
  [
    'a count of failures before the change',
    'succeeded',
    report('Before: 3 failed, 40 passed. After: 43 passed.'),
  ],
  ['work that is half done', 'AGENT_GAVE_UP', report('The migration is only half done: I ran out of time.')],
])('a report with %s is %s', async (_, expected, lines) => {
  expect(await saidOf(lines)).toBe(expected)
})
