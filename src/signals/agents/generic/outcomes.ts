import type { What } from '../../signal.ts'
import { asWords } from './as-words.ts'
import { remembered } from './remembered.ts'

/** Words that say by themselves that a run ended well. Compared whole: `completed` is not `completed turn 1`. */
const SUCCESS: ReadonlySet<string> = new Set(
  (
    'success,successful,succeeded,passed,pass,complete,completed,completed successfully,successfully completed,done,' +
    'finished,resolved,approved,merged,submitted,accepted,solved,plan complete,plan completed,task complete,' +
    'task completed,project complete,project completed,all complete,all done,goal achieved,goal reached'
  ).split(','),
)

/** Settled before the rest: these begin with a word that elsewhere negates. */
const NEGATIVE_BY_NAME: readonly (readonly [RegExp, What])[] = [
  [/^no progress\b/, 'loop'],
  [/^no (?:activity|heartbeat)\b/, 'time-limit'],
  [/^no (?:answer|response|output|result)s?$/, 'no-answer'],
  [/^not (?:logged in|authenticated|authori[sz]ed)\b/, 'auth'],
  [/^not (?:completed?|resolved|solved|finished|passed)$/, 'failure'],
]

const NEGATED = /^(?:no|not|non|none|never|without|zero|0|null|unset|undefined|n a|false)\b/

/** Most specific first: a `timeout_budget_exhausted` is a matter of time, not of money. */
const TROUBLE: readonly (readonly [RegExp, What])[] = [
  [
    /\b(?:permissions?|approval) (?:denied|blocked|required|error)\b|\bnot permitted\b|\b(?:waiting for|awaiting|needs) (?:approval|permission|confirmation)\b/,
    'permission-denied',
  ],
  [
    /\btime ?outs?\b|\btimed out\b|\btime (?:limit|budget)\b|\bdeadline exceeded\b|\bmax(?:imum)? (?:run ?time|time|duration|wall)|\bexecution time\b|\bout of time\b|\b(?:idle|inactivity)\b/,
    'time-limit',
  ],
  [
    /\bcontext\b.*\b(?:length|window|limit|overflow|full|exhausted|exceeded?)\b|\b(?:exit|out of) context\b|\b(?:(?<!output )token limit|too many tokens|prompt too long)\b/,
    'context-full',
  ],
  // An answer that was cut off says nothing of how full the conversation is.
  [
    /\bmax(?:imum)? (?:output )?tokens?\b|\boutput (?:length exceeded|token limit)\b|^length$/,
    'provider-error',
  ],
  [
    /\b(?:quota|usage limit|plan limit|billing|out of credits?|insufficient (?:funds|balance|credits?))\b/,
    'usage-limit',
  ],
  [
    /\b(?:rate limit(?:ed|s|ing)?|overloaded|too many requests|server error|service unavailable|bad gateway|(?:api|llm|model|provider|connection|network) ?(?:connection )?(?:error|failure|failed|timeout|unavailable)|exit api)\b/,
    'provider-error',
  ],
  [
    /\b(?:authentication|unauthori[sz]ed|unauthenticated|invalid api key|missing api key|login required)\b|\bauth (?:error|failed|failure|expired|required)\b/,
    'auth',
  ],
  [
    /\bmax(?:imum)? (?:\w+ ){0,2}(?:turns?|steps?|iterations?|rounds?|loops?|messages|actions|calls|cycles)\b|\b(?:turn|step|iteration|recursion|round|loop|message|action|call)s? (?:limit(?:ed)?|cap|budget)\b|\blimits? (?:was |were )?(?:exceeded|reached|hit)\b|\b(?:turns|steps|iterations|rounds) (?:exceeded|exhausted|reached)\b/,
    'turn-limit',
  ],
  [/\b(?:budget|cost|spend(?:ing)?)\b/, 'budget-limit'],
  [
    /\b(?:stuck|stall(?:ed)?|looping|thrashing|circular|repetit\w+|stale|deadlock(?:ed)?)\b|\bloop (?:detected|detection)\b|\binfinite loop\b/,
    'loop',
  ],
  [
    /\b(?:refus(?:al|ed)|content filter(?:ed)?|safety (?:filter|violation|block\w*|refusal|system)|policy violation|declined)\b/,
    'refusal',
  ],
  [
    /\b(?:cancel(?:l?ed|lation)?|interrupt(?:ed|ion)?|abort(?:ed)?|sig ?int|sig ?term|user (?:stop|exit|quit)|stopped)\b/,
    'interrupt',
  ],
  [
    /\b(?:sandbox|container|docker|environment) (?:error|failed|failure|died|setup|start)\b/,
    'sandbox-failure',
  ],
  [
    /\b(?:g[ai]ve up|giving up|forfeit(?:ed)?|infeasible|unsolvable|blocked|needs? (?:human|help|input))\b/,
    'gave-up',
  ],
  [/\b(?:crash(?:ed)?|panic(?:ked)?|segfault|killed|oom|died|unhandled|uncaught)\b/, 'crash'],
  [/\b(?:tests?|verification) (?:failed|failures?|failing)\b/, 'tests-failed'],
  [/\b(?:empty|missing) (?:answer|response|output)\b/, 'no-answer'],
  [
    /\b(?:fail(?:ed|ure|ures|ing)?|errors?|errored|unsuccessful|unresolved|rejected|incomplete|fatal|exception)\b/,
    'failure',
  ],
]

const ANY_TROUBLE = new RegExp(TROUBLE.map(([form]) => form.source).join('|'))

/** Longer values are prose, not a word for an ending. */
const LONGEST_WORD = 80

/** What a short value of a status, outcome or reason says, or null where it says nothing about an ending. */
export const outcomeOf = (value: string): What | null =>
  value === '' || value.length > LONGEST_WORD ? null : outcomeOfWord(value)

const outcomeOfWord = remembered((value): What | null => {
  const words = asWords(value)
  if (SUCCESS.has(words)) return 'success'
  const named = NEGATIVE_BY_NAME.find(([form]) => form.test(words))
  if (named !== undefined) return named[1]
  if (!ANY_TROUBLE.test(words) || NEGATED.test(words)) return null
  return TROUBLE.find(([form]) => form.test(words))?.[1] ?? null
}, LONGEST_WORD)
