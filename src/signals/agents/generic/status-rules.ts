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
  /** Numbers or the first words prove it, so other words in the line do not matter. */
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
    says: /\b(?:hit|reached|exceeded) (?:the |its )?(?:wall[- ]?clock|time|overall|global) (?:time )?(?:limit|budget)\b|\b(?:wall[- ]?clock|time) (?:limit|budget|allowance) (?:of \S{1,12}(?: \w{1,10})? )?(?:is |was |has been )?(?:exhausted|exceeded|reached|used up|spent)\b/i,
    yes: ['Stopping: reached the wall-clock limit', 'Time budget of 30m exhausted, stopping the agent'],
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
    id: 'status.limit-reached',
    means: 'turn-limit',
    sentence: 'The line begins with the limit that was reached. What is missing may follow.',
    says: /^(?:reached|hit|exceeded|exhausted) (?:the |its )?(?:iteration|turn|step|round|recursion|loop|message|attempt) (?:limit|cap|budget)\b|^(?:ran )?out of (?:cycles|iterations|turns|attempts|steps|rounds)\b/i,
    isCounted: true,
    yes: ['Reached the iteration limit without a last word', 'Out of cycles, leaving the branch as it is'],
    no: ['The iteration limit is reached by nobody'],
  },
  {
    id: 'status.turns-reached',
    means: 'turn-limit',
    sentence: 'The same, with the words in the opposite order.',
    says: /\bmax(?:imum)?[ _](?:number of )?(?:turns|steps|iterations|rounds|loops|messages)\b(?: limit)?(?: \(?\d+\)?| of \d+)? (?:was |were |has been |have been )?(?:reached|exceeded|hit|exhausted)\b/i,
    yes: ['Max iterations (50) reached', 'Finish reason: Maximum number of messages 30 reached'],
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
    says: /\b(?:cost|(?<!time |timeout )budget|spend(?:ing)?) (?:limit|cap|budget)?\b.{0,24}\b(?:was |has been )?(?:reached|exceeded|exhausted|hit)\b|\bbudget of [$€£]?[\d.,]+ (?:\w+ )?(?:was |has been |is )?(?:reached|exceeded|exhausted|used up|spent)\b|\b(?:exit(?:ed|ing)?|stopp(?:ed|ing)|ended|terminated|halted) (?:due to|because of|at|by|on) (?:an? |the |its )?(?:cost|budget|spend(?:ing)?)(?: limit| cap)?\b/i,
    yes: ['Cost limit exceeded', 'Exit due to cost limit'],
    no: ['Cost limit: 3 dollars'],
  },
  {
    id: 'status.stuck',
    means: 'loop',
    sentence: 'A loop or a stall was detected.',
    says: /\bunrecoverable[ _]stall\b|\b(?:got |is |agent )?stuck in (?:a|an infinite) loop\b|\bloop detected\b.{0,40}\b(?:stop|halt|exit|abort|terminat)|\b(?:agent|loop|run|session) (?:is |has |was )?stalled\b|\bcircuit breaker (?:has |was )?(?:opened|tripped)\b|\bno progress\b.{0,40}\b(?:stopping|halting|exiting|aborting|terminating)\b|^(?:an? )?(?:potential|possible|infinite|endless|repetitive) loop (?:was |has been )?detected\b/i,
    yes: ['Circuit breaker has opened', 'A potential loop was detected. The request has been halted.'],
    no: ['Circuit breaker is closed', 'The potential loop was removed'],
  },
  {
    id: 'status.permission',
    means: 'permission-denied',
    sentence: 'A denied permission stops the run.',
    says: /\bpermissions? (?:was |were )?denied\b.{0,30}\b(?:halt|stopp|abort|exit|terminat)ing\b|\b(?:insufficient|missing|not enough|lacks?|without) permissions? to (?:proceed|continue|go on)\b/i,
    ofAnyPart: true,
    yes: ['Permission denied - halting loop', 'Ended early: insufficient permission to proceed'],
    no: ['Permission denied for one file, going on'],
  },
  {
    id: 'status.auto-rejected',
    means: 'permission-denied',
    sentence: 'No person could give a permission, so the agent did not get it.',
    says: /\bpermission requested: .{1,200}; auto-reject(?:ing|ed)\b/i,
    ofAnyPart: true,
    isCounted: true,
    yes: ['! permission requested: external_directory (/*); auto-rejecting'],
    no: ['permission requested: external_directory'],
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
    says: /\b(?:stopp(?:ed|ing)|abort(?:ed|ing)|exiting|halt(?:ed|ing)|terminat(?:ed|ing))\b.{0,20}\b(?:due to|after|because of|at) (?:\d+|too many|max(?:imum)?|repeated) (?:consecutive |repeated |max(?:imum)? )?(?:failures|errors|failed (?:attempts|steps|iterations|runs))\b|\btoo many (?:\w+ ){0,2}(?:errors|failures|mistakes)\b.{0,20}\b(?:abort|stopp|exit|halt|terminat|giv)ing\b/i,
    ofAnyPart: true,
    yes: ['Stopping due to 3 consecutive failures', 'Too many tool errors, aborting the run'],
    no: ['Retrying after 3 consecutive failures'],
  },
  {
    id: 'status.silent',
    means: 'time-limit',
    sentence: 'A watchdog stops a program that was silent for too long, or did not end in time.',
    says: /\bno (?:output|activity|progress|heartbeat|response|events?) (?:for|in|within|after|since) (?:the last )?[\d.]+ ?[a-z]{0,7}\b.{0,30}\b(?:kill|stopp|terminat|abort|cancel)(?:l?ing|l?ed)\b|\b(?:agent|worker|task|run|session|job|child) (?:[\w#-]{1,20} )?did not (?:finish|complete|end|exit|return) (?:within|in|after) [\d.]+ ?[a-z]{0,7}\b/i,
    ofAnyPart: true,
    yes: ['No output for 300s, killing agent', 'The agent did not finish within 1800s'],
    no: ['No output for 60s', 'The agent did not finish the page'],
  },
  {
    id: 'status.restarts',
    means: 'crash',
    sentence: 'A supervisor stops to restart a program that died again and again.',
    says: /\b(?:too many|max(?:imum)?|all|\d+) (?:consecutive |number of )?(?:restarts|respawns|crashes)\b.{0,40}\b(?:reached|exceeded|giving up|gave up|stopping|not restarting|aborting|exhausted|used up)|\brestart (?:limit|budget) (?:was |has been |is )?(?:reached|exceeded|exhausted|hit)\b/i,
    ofAnyPart: true,
    yes: ['Too many restarts, not restarting again', 'Restart limit reached'],
    no: ['Too many restarts slow the shop down'],
  },
  {
    id: 'status.mistakes',
    means: 'gave-up',
    sentence: 'The limit of mistakes or failures was reached.',
    says: /(?:^|[\s_(])(?:mistake|error|failure|retry)[ _](?:limit|budget)[ _](?:was |is |has been )?(?:reached|exceeded|exhausted|hit)\b/i,
    ofAnyPart: true,
    yes: ['mistake_limit_reached: it tried the same edit again', 'The error limit reached'],
    no: ['The retry limit is 3'],
  },
  {
    id: 'status.marked',
    means: 'failure',
    sentence: 'The program around the agent marks the task as failed.',
    says: /\b(?:task|story|issue|item|job|run|attempt|ticket|it)\b(?: [\w#.-]{1,30}:?)? (?:is |was |has been )?(?:now )?marked (?:as )?(?:failed|unresolved)\b/i,
    ofAnyPart: true,
    yes: ['task 14: marked as failed'],
    no: ['task 14: the marked line'],
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
    says: /^(?:⎿\s*)?(?:aborted!|interrupted(?: by (?:the )?user)?[.!]?$|interrupted · what should \w+ do instead\?$|cancell?ed by (?:the )?user\b|user (?:interrupt|abort|cancell?ed)|keyboard ?interrupt\b|(?:received |caught |got )(?:SIGINT|SIGTERM|SIGHUP|ctrl[-+]c)\b)/i,
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
