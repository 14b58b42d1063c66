import { anyOf } from '../signals/any-of.ts'
import type { Example, Rule } from './rule.ts'
import { ONLY_NAMES } from './text-forms.ts'

/** Single lines with which a program without a tool reader reports a broken build or a failed check. */
const line = (output: string, stage: Example['stage'], exitCode = 1): Example => ({
  output: `${output}\n`,
  ...(stage === undefined ? {} : { stage }),
  exitCode,
})

const common = { sources: ['text'], what: ['statement'] } as const

export const oneLineRules: readonly Rule[] = [
  {
    ...common,
    id: 'text.build',
    reason: 'BROKEN_BUILD',
    sentence: 'The test command ends with an error of the parser, the compiler or the module loader.',
    stages: ['final_test'],
    says: anyOf(
      [
        /^\W{0,4}(?:Uncaught )?(?:Error: )?(?:Cannot find (?:module|package)(?: ['"`]|\W{0,4}$)|Module not found(?:: |\W{0,4}$)|Unexpected token\b)/,
        /^\W{0,4}(?:Uncaught )?(?:Syntax|Import|ModuleNotFound|Indentation|Tab)Error(?:: |$)/,
        /^\W{0,4}(?:\S{1,200}:\d{1,6}(?::\d{1,6})?:? )?(?:error: )?(?:parse|syntax|compilation|compile|import|indentation) error(?:$|:|,| (?:near|at|in|on|before)\b)/,
        /^(?:\d+ warnings? and )?[1-9]\d* errors? generated\.$/,
      ],
      'i',
    ),
    // At run time, a SyntaxError from a data parser says nothing about the build.
    not: /\bJSON\b|\bregular expression\b/i,
    yes: [
      line("Error: Cannot find module './utils' from 'src/index.js'", 'final_test'),
      line("SyntaxError: Unexpected token '}'", 'final_test'),
      line("ImportError: cannot import name 'shop' from 'store'", 'final_test'),
      line('parse error', 'final_test'),
      line('2 warnings and 1 error generated.', 'final_test'),
      line('cannot find module', 'final_test'),
      line('module not found', 'final_test'),
      line('index.php:4: parse error near line 4', 'final_test', 255),
    ],
    no: [
      line('SyntaxError: Unexpected token < in JSON at position 0', 'final_test'),
      line('The parse error page is shown.', 'final_test'),
      line('Module not found is the title of the page', 'final_test'),
      line("Error: Cannot find module './utils' from 'src/index.js'", 'agent_run'),
    ],
  },
  {
    ...common,
    id: 'text.expectation',
    reason: 'TESTS_FAILED',
    sentence: 'The output ends with an assertion that names the expected and the actual value.',
    stages: ['agent_run'],
    says: /^\W{0,3}(?:[\w.]{1,80}\.)?Assertion(?:Error|FailedError|Failed|Exception)\b(?: \[[A-Z_]{1,40}\])?: .{0,200}\bexpected\b.{1,200}\b(?:but|got|received|actual|to (?:be|equal|have|match|contain))\b/i,
    not: ONLY_NAMES,
    yes: [line('AssertionError: Expected 200 but got 404', 'agent_run')],
    no: [
      line('AssertionError: queue is closed', 'agent_run'),
      line('The AssertionError: expected 1 but got 2 is gone.', 'agent_run'),
    ],
  },
  {
    ...common,
    id: 'text.token-limit',
    reason: 'CONTEXT_EXHAUSTED',
    sentence: 'A token limit is reported, and no budget is mentioned.',
    says: /^\W{0,6}(?:error: )?token limit (?:was |has been )?(?:reached|exceeded|hit)\b/i,
    not: /\bbudget\b|\bcost\b|\bper (?:minute|hour|day|run|task)\b/i,
    yes: [line('token limit exceeded', 'agent_run'), line('Error: token limit reached', 'agent_run')],
    no: [line('Token budget exceeded: 200000 of 200000', 'agent_run')],
  },
]
