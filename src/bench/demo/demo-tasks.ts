import type { BenchReason } from '../attempt-record.ts'

/** One task of the demo suite. Absent fields are as in a task that succeeds. */
export type DemoTask = {
  readonly id: string
  /** The expected result. Null: success. */
  readonly expected: BenchReason | null
  readonly language: 'python' | 'node'
  /** The program in agents/ that plays the agent. */
  readonly agent: string
  readonly setup?: string
  readonly repo?: 'missing'
  readonly commit?: 'missing' | 'fixed'
  /** The stage with a short time limit, so that the demo does not take long. */
  readonly short?: 'setup' | 'agent' | 'test'
  readonly sandbox?: 'dead'
}

/** Every bench word, and success, each produced by a real command. The names say what happens. */
export const demoTasks: readonly DemoTask[] = [
  { id: 'node-fixed', expected: null, language: 'node', agent: 'fixes-it' },
  { id: 'python-fixed', expected: null, language: 'python', agent: 'fixes-it' },
  { id: 'bad-url', expected: 'GIT_CLONE_FAILED', language: 'node', agent: 'fixes-it', repo: 'missing' },
  {
    id: 'bad-commit',
    expected: 'GIT_CHECKOUT_FAILED',
    language: 'python',
    agent: 'fixes-it',
    commit: 'missing',
  },
  {
    id: 'slow-setup',
    expected: 'SETUP_TIMEOUT',
    language: 'node',
    agent: 'fixes-it',
    setup: 'sleep 600',
    short: 'setup',
  },
  {
    id: 'broken-setup',
    expected: 'SETUP_FAILED',
    language: 'node',
    agent: 'fixes-it',
    setup: `node -e "require('a-package-that-is-not-there')"`,
  },
  {
    id: 'already-fixed',
    expected: 'BASELINE_NOT_FAILING',
    language: 'python',
    agent: 'fixes-it',
    commit: 'fixed',
  },
  { id: 'dead-engine', expected: 'SANDBOX_ERROR', language: 'node', agent: 'fixes-it', sandbox: 'dead' },
  { id: 'dead-provider', expected: 'LLM_ERROR', language: 'node', agent: 'meets-a-dead-provider' },
  { id: 'bad-patch', expected: 'TOOL_ERROR', language: 'python', agent: 'fails-to-patch' },
  { id: 'hanging-agent', expected: 'TIMEOUT', language: 'node', agent: 'hangs', short: 'agent' },
  {
    id: 'hanging-test',
    expected: 'TIMEOUT',
    language: 'python',
    agent: 'writes-an-endless-loop',
    short: 'test',
  },
  { id: 'gave-up', expected: 'AGENT_GAVE_UP', language: 'python', agent: 'gives-up' },
  { id: 'step-limit', expected: 'AGENT_GAVE_UP', language: 'node', agent: 'hits-its-step-limit' },
  { id: 'wrong-fix', expected: 'TESTS_FAILED', language: 'node', agent: 'fixes-the-wrong-thing' },
  { id: 'no-fix', expected: 'TESTS_FAILED', language: 'python', agent: 'does-nothing' },
  { id: 'deleted-tests', expected: 'NO_TESTS_COLLECTED', language: 'python', agent: 'deletes-the-tests' },
  { id: 'syntax-error', expected: 'INTERNAL_ERROR', language: 'python', agent: 'leaves-a-syntax-error' },
  { id: 'interrupted', expected: 'INTERRUPTED', language: 'node', agent: 'is-interrupted' },
  { id: 'silent-death', expected: 'UNKNOWN', language: 'python', agent: 'writes-a-silent-death' },
]
