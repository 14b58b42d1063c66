/**
 * The sentences with which loops and orchestrators report the end of a run. The first rule that matches gives the
 * signal. The diagnosis decides which reason follows.
 */
import type { What } from '../../signal.ts'
import type { WordRule } from './word-rule.ts'

/** One form of such a report. */
export type StatusRule = WordRule<What> & {
  /** The rule also applies to a sentence about a request, a tool or another part of a run. */
  readonly ofAnyPart?: boolean
  /** Numbers prove it, so other words in the line do not matter. */
  readonly isCounted?: boolean
}

const UNITS = '(?:s|secs?|seconds|m|mins?|minutes?|h|hours?|hr|ms)'
const RUN =
  '(?:agent|execution|run|task|session|job|worker|workflow|orchestration|iteration|invocation|attempt|trial|request processing|processing|claude(?: code)?|codex|gemini|sdk|loop)'

export const statusRules: readonly StatusRule[] = [
  {
    id: 'status.run-timed-out',
    means: 'time-limit',
    sentence: 'The line says that a run timed out.',
    says: new RegExp(
      `\\b${RUN}\\b[^.:;]{0,60}\\b(?:timed out|time limit (?:was |has been )?(?:reached|exceeded))\\b`,
      'i',
    ),
    yes: ['WARN Agent execution timed out after 15 minutes'],
    no: ['WARN The test command timed out after 15 minutes'],
  },
  {
    id: 'status.run-timeout',
    means: 'time-limit',
    sentence: 'The line says that a run reached its timeout.',
    says: new RegExp(
      `\\b${RUN} timeout (?:after|reached|exceeded|expired)\\b|\\b${RUN}\\b[^.:;]{0,40}\\bexceeded (?:its |the )?[\\d.]+ ?${UNITS}\\b[^.:;]{0,12}\\b(?:timeout|limit)\\b`,
      'i',
    ),
    yes: ['Session timeout after 30 minutes'],
    no: ['Session timeout: 30 minutes'],
  },
  {
    id: 'status.execution-time',
    means: 'time-limit',
    sentence: 'A run exceeded its execution time.',
    says: new RegExp(`\\b${RUN}\\b[^.:;]{0,80}\\bexceeded (?:its |the )?max(?:imum)? execution time\\b`, 'i'),
    yes: ['The job exceeded the maximum execution time'],
    no: ['The job is within the maximum execution time'],
  },
  {
    id: 'status.wall-clock',
    means: 'time-limit',
    sentence: 'A limit on the total time was reached.',
    says: /\b(?:hit|reached|exceeded) (?:the |its )?(?:wall[- ]?clock|time|overall|global) (?:time )?(?:limit|budget)\b/i,
    yes: ['Stopping: reached the wall-clock limit'],
    no: ['The wall-clock limit is 30 minutes'],
  },
  {
    id: 'status.stopped-by-timeout',
    means: 'time-limit',
    sentence: 'Something was stopped because of a time limit.',
    says: /\b(?:terminated|stopped|killed|cancell?ed|aborted) (?:due to|because of|after|by) (?:an? |the )?(?:time ?out|time limit)\b|\bcancell?ed at \S{1,40} due to time limit\b|^(?:overall|global|wall[- ]clock|total) (?:timeout|time limit) (?:reached|exceeded|of)\b/i,
    yes: [
      '*** JOB 38 ON n23 CANCELLED AT 2026-01-19T16:30:21 DUE TO TIME LIMIT ***',
      'Terminated due to timeout',
    ],
    no: ['Terminated normally'],
  },
  {
    id: 'status.reached-turns',
    means: 'turn-limit',
    sentence: 'A maximum of turns or steps was reached.',
    says: /\b(?:iteration|turn|step) budget (?:is |was |has been )?(?:exhausted|reached|spent|used up)\b|\b(?:reached|hit|exceeded|exhausted)\b.{0,20}\bmax(?:imum)?(?: number of| allowed)?(?: \w+)?[ _](?:turns|steps|iterations?|rounds|loops|calls)\b/i,
    yes: ['Reached maximum number of iterations'],
    no: ['Reached the second iteration'],
  },
  {
    id: 'status.turns-reached',
    means: 'turn-limit',
    sentence: 'The same, with the words in the opposite order.',
    says: /\bmax(?:imum)?[ _](?:turns|steps|iterations|rounds|loops)\b(?: limit)?(?: \(\d+\)| of \d+)? (?:was |were |has been |have been )?(?:reached|exceeded|hit|exhausted)\b/i,
    yes: ['Max iterations (50) reached'],
    no: ['Max iterations: 50'],
  },
  {
    id: 'status.turn-limit',
    means: 'turn-limit',
    sentence: 'A turn, step or recursion limit was hit.',
    says: /\b(?:stopped|ended|terminated|halted) (?:due to|because of|at|by) (?:an? |the |its )?(?:turn|step|iteration|recursion|max(?:imum)?[ _](?:turns|steps|iterations)) ?(?:limit)?\b|\b(?:turn|step|iteration|recursion) limit (?:\(\d+\) |of \d+ )?(?:was |has been )?(?:reached|exceeded|hit)\b/i,
    yes: ['Step limit of 30 was reached'],
    no: ['Step limit of 30'],
  },
  {
    id: 'status.budget',
    means: 'budget-limit',
    sentence: 'A cost or budget limit was reached.',
    says: /\b(?:cost|(?<!time |timeout )budget|spend(?:ing)?) (?:limit|cap|budget)?\b.{0,24}\b(?:was |has been )?(?:reached|exceeded|exhausted|hit)\b|\bbudget of [$€£]?[\d.,]+ (?:\w+ )?(?:was |has been |is )?(?:reached|exceeded|exhausted|used up|spent)\b/i,
    yes: ['Cost limit exceeded'],
    no: ['Cost limit: 3 dollars'],
  },
  {
    id: 'status.stuck',
    means: 'loop',
    sentence: 'A loop or a stall was detected.',
    says: /\bunrecoverable[ _]stall\b|\b(?:got |is |agent )?stuck in (?:a|an infinite) loop\b|\bloop detected\b.{0,40}\b(?:stop|halt|exit|abort|terminat)|\b(?:agent|loop|run|session) (?:is |has |was )?stalled\b|\bcircuit breaker (?:has |was )?(?:opened|tripped)\b|\bno progress\b.{0,40}\b(?:stopping|halting|exiting|aborting|terminating)\b/i,
    yes: ['Circuit breaker has opened'],
    no: ['Circuit breaker is closed'],
  },
  {
    id: 'status.permission',
    means: 'permission-denied',
    sentence: 'A denied permission stops the run.',
    says: /\bpermissions? (?:was |were )?denied\b.{0,30}\b(?:halt|stopp|abort|exit|terminat)ing\b/i,
    yes: ['Permission denied - halting loop'],
    no: ['Permission denied for one file, going on'],
  },
  {
    id: 'status.run-interrupted',
    means: 'interrupt',
    sentence: 'A run was interrupted or canceled.',
    says: /\b(?:loop|run|session|agent|task|execution|workflow|orchestration|job|operation)\b[^.:;]{0,30}\b(?:interrupted|cancell?ed|aborted)\b(?!.{0,20}\b(?:cause|because|due to|error)\b)|\bcancell?ed via\b/i,
    yes: ['Loop interrupted'],
    no: ['The request was cancelled'],
  },
  {
    id: 'status.cancellation',
    means: 'interrupt',
    sentence: 'A cancel of the running request was requested.',
    says: /^(?:request|run|session|prompt|generation|task|turn) cancell?ation (?:was )?(?:initiated|requested|received)\b/i,
    ofAnyPart: true,
    yes: ['Request cancellation initiated'],
    no: ['Request cancellation is now covered by a test'],
  },
  {
    id: 'status.failures-in-a-row',
    means: 'gave-up',
    sentence: 'The program stopped after too many failures in a row.',
    says: /\b(?:stopp(?:ed|ing)|abort(?:ed|ing)|exiting|halt(?:ed|ing)|terminat(?:ed|ing))\b.{0,20}\b(?:due to|after|because of|at) (?:\d+|too many|max(?:imum)?|repeated) (?:consecutive |repeated |max(?:imum)? )?(?:failures|errors|failed (?:attempts|steps|iterations|runs))\b/i,
    ofAnyPart: true,
    yes: ['Stopping due to 3 consecutive failures'],
    no: ['Retrying after 3 consecutive failures'],
  },
  {
    id: 'status.full-count',
    means: 'turn-limit',
    sentence: 'A turn ended because it reached its limit of calls.',
    says: /\bended\b.{0,120}\b(?:api_calls|calls|turns|steps|iterations|rounds)=(\d{1,6})\/\1\b/i,
    ofAnyPart: true,
    isCounted: true,
    yes: [
      'Turn ended: reason=unknown api_calls=240/240 tool_turns=238',
      'Turn ended with a pending result (agent may appear stuck). reason=unknown api_calls=240/240',
    ],
    no: ['Turn ended: reason=stop api_calls=12/240'],
  },
  {
    id: 'status.interrupted',
    means: 'interrupt',
    sentence: 'A user or another program interrupted or canceled the run.',
    says: /^(?:⎿\s*)?(?:aborted!|interrupted(?: by (?:the )?user)?[.!]?$|cancell?ed by (?:the )?user\b|user (?:interrupt|abort|cancell?ed)|keyboard ?interrupt\b|(?:received |caught |got )(?:SIGINT|SIGTERM|SIGHUP|ctrl[-+]c)\b)/i,
    yes: ['Interrupted by user'],
    no: ['An interrupted connection was opened again'],
  },
  {
    id: 'status.gave-up',
    means: 'gave-up',
    sentence: 'The program gave up after a number of attempts.',
    says: /\b(?:is |are |was )?giving up\b(?: after \d+ (?:attempts|tries|retries|turns)|[.!]?$)|\bgave up after \d+/i,
    yes: ['Giving up after 5 attempts'],
    no: ['Never giving up on quality'],
  },
]
