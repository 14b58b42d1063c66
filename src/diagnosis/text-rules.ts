import { anyOf } from '../signals/any-of.ts'
import { providerText } from './provider-text-rules.ts'
import type { Rule } from './rule.ts'
import { startRules } from './start-rules.ts'
import { ONLY_TALKS, TELLS } from './text-forms.ts'
import { beside, plain } from './rule-examples.ts'
import { text } from './text-rule.ts'

/**
 * Rules for plain lines near the end of an output, which are the weakest evidence. They name a reason for a failure
 * that is already proven. They never turn a success into a failure.
 */
export const textRules: readonly Rule[] = [
  text({
    id: 'text.limit-line',
    reason: 'USAGE_LIMIT',
    sentence: 'A limit is announced together with its reset.',
    says: /\blimit (?:reached|exceeded|hit)\b.{0,40}\bresets?\b|hit your (?:[\w-]+ ){0,3}limit\b.{0,40}\bresets?\b|usage limit (?:has been )?reached|out of extra usage/i,
    yes: [plain('Stopping: the account has hit your session limit, resets 5pm', 1)],
    no: [plain('The limit page resets the counter.', 1)],
  }),
  ...providerText,
  text({
    id: 'text.turns',
    not: new RegExp(`${ONLY_TALKS.source}|\\b(?:before|until) (?:the|its|any)\\b`, 'i'),
    reason: 'MAX_TURNS',
    sentence: 'A limit of turns, steps or iterations was reached.',
    says: anyOf(
      [
        /(?:reached|hit|exceeded|at)\s+(?:the |its )?(?:max(?:imum)?|limit of)\b.{0,30}\b(?:turns?|steps?|iterations?|rounds?)\b/,
        /\b(?:step|turn|iteration|recursion) limit (?:of \d+ )?(?:was |has been )?(?:reached|exceeded|hit)\b/,
        /\bMaxTurnsExceeded\b|\bGraphRecursionError\b/,
        /max(?:imum)?[ _-](?:number of )?(?:agent )?(?:turns?|steps?|iterations?|rounds?)\b.{0,20}\b(?:reached|exceeded|hit)/,
        /\b(?:fail(?:ed|ure)?|unable|could not|couldn't|incomplete|not (?:completed|finished|done))\b.{0,60}\b(?:in|within|after) (?:the |its )?max(?:imum)?(?: number of| allowed)? (?:turns|steps|iterations|rounds)\b/,
        /\b(?:iteration|turn|step) budget (?:is |was |has been )?(?:exhausted|reached|spent|used up)\b/,
      ],
      'i',
    ),
    yes: [
      beside('Stopped: reached the maximum number of steps (30)'),
      plain('ERROR [agent] ❌ Failed to complete task in maximum steps', 1),
    ],
    no: [plain('Executing step 3 of at most 20 steps', 1)],
  }),
  text({
    id: 'text.budget',
    not: ONLY_TALKS,
    reason: 'BUDGET_EXCEEDED',
    sentence: 'A cost or token budget is spent.',
    says: /\b(?:cost|budget|spend|token)s? (?:limit|cap|budget) (?:was |has been )?(?:reached|exceeded|hit)|(?:exceeded|reached|over|exhausted) (?:the |its |your )?(?:cost|token|USD|dollar)s? (?:budget|limit|cap)|budget (?:is )?(?:exhausted|exceeded)|\b(?:UsageLimit|Budget|CostLimit)Exceeded(?:Error)?\b|\bNoMoneyException\b|\bcost limit: .{0,60}\bexceeded\b|would exceed the \w+_limit\b/i,
    yes: [beside('Run stopped: cost limit exceeded ($2.00)')],
    no: [plain('The cost limit is $2.00', 1)],
  }),
  text({
    id: 'text.stuck',
    not: ONLY_TALKS,
    reason: 'CIRCULAR_FIX',
    sentence: 'The run reports that it repeated itself.',
    says: /stuck in a loop|\bmistake limit reached\b|\bloop detected\b|unrecoverable[ _]stall|stagnation detected|(?:no progress|same error)\b.{0,60}\b(?:stopping|halting|aborting|giving up)/i,
    yes: [beside('Agent got stuck in a loop')],
    no: [plain('The event loop is stuck in the test double, fixed.', 1)],
  }),
  text({
    id: 'text.timeout',
    reason: 'TIMEOUT',
    sentence: 'The run reports that its time ran out.',
    says: /\btimed[ -]?out after\b|\btimeout (?:of [\d.]+|after)\b|exceeded (?:the |its )?(?:time limit|timeout|maximum (?:execution|run|job) time)|(?:time|wall[- ]clock|duration) limit (?:exceeded|reached)|(?:execution|build|job|task|run|agent|command|tests?) timed out\b|deadline exceeded|^(?:[\w.]+\.)?Timeout(?:Error|Expired)\b|\bTimeout(?:Error|Expired): /i,
    not: /^[\da-f]{7,40} \S|^\W{0,4}(?:fix|feat|test|chore|docs|refactor)(?:\([\w-]+\))?!?: |waiting (?:for|to) (?:exclusive|lock|acquire|a lock|the lock)|connection timed out|request timed out|read timed out|connect timeout|not an?\b/i,
    yes: [beside('Request processing timed out after 1 hour')],
    no: [
      plain('⏳ Starting execution (timeout: 15m)', 1),
      plain('Error: connect ETIMEDOUT: connection timed out', 1),
    ],
  }),
  text({
    id: 'text.interrupted',
    not: ONLY_TALKS,
    reason: 'INTERRUPTED',
    sentence: 'The run was interrupted or canceled.',
    says: /^\W*KeyboardInterrupt\b|\bExiting immediately, without cleanup\b|^\W*\^C(?:\b|$)|^Terminate batch job \(Y\/N\)\?|(?:interrupted|cancell?ed|aborted) by (?:the )?(?:user|operator|signal)|\buser interrupted\b|\binterrupted \(ctrl\+c\)|received SIG(?:INT|TERM)\b|\b(?:loop|run|session|process|operation|execution|task|update|deployment|preview|pipeline|workflow|build|job) (?:was |has been )?(?:interrupted|cancell?ed)\b|^\W*Aborted!/i,
    yes: [
      beside('Received SIGTERM, shutting down'),
      beside('KeyboardInterrupt'),
      beside('error: update canceled'),
    ],
    no: [plain('Tests for interrupted downloads were added.', 1)],
  }),
  text({
    id: 'text.permission',
    not: ONLY_TALKS,
    reason: 'PERMISSION_BLOCKED',
    sentence: 'The run stopped because something was not allowed.',
    says: anyOf(
      [
        /\bno approval channel\b|\bhook (?:denies|blocks|denied|blocked|rejects|rejected) (?:it|this|the|that)\b/,
        /\b(?:tool|command|action|edit|write|access|call)\b.{0,40}\b(?:blocked|denied|rejected) by (?:the |a )?(?:policy|permissions?|sandbox|hook)\b/,
        /\bcould not request permission from\b/,
        /\bcannot continue without (?:this |the |your )?(?:permission|approval)\b/,
        /\bdenied\b.{0,60}\b(?:approval|non-interactive)\b/,
        /permission denied\b.{0,40}\b(?:halting|stopping|aborting|approval)/,
        /\b(?:requires?|needs?|waiting for|awaiting) (?:user |human |your )?(?:approval|permission|confirmation)/,
        /not (?:permitted|allowed) to (?:use|run|execute)\b/,
        /\buser (?:did not allow|denied|declined|rejected) (?:this |the |my )?(?:`|operation|command|tool|edit|request|permission|it\b)/,
      ],
      'i',
    ),
    yes: [beside('ERROR: Permission denied - halting the loop')],
    no: [plain('chmod: permission denied lines were removed', 1)],
  }),
  ...startRules,
  text({
    id: 'text.crash',
    reason: 'WORKER_CRASHED',
    sentence: 'The program died from an uncaught error.',
    stages: ['agent_run', 'launch'],
    says: /\bThis error originated either by throwing inside of an async function\b|\bunhandled (?:promise )?rejection\b|\bunhandledRejection\b|\buncaught exception\b|\bthread '.{1,60}' panicked at\b|^fatal error: |^panic(?:\([\w ]+\))?: /i,
    yes: [
      plain('ERROR unhandled rejection: Error: No messages returned', 1),
      plain(
        'This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise.\nError: No messages returned\n    at next (/opt/agent:9:3)',
        1,
      ),
      plain('panic(main thread): Illegal instruction at address 0x42F3C0', 132),
    ],
    no: [plain('The unhandled case is tested.', 1)],
  }),
  text({
    id: 'text.uncaught',
    reason: 'WORKER_CRASHED',
    sentence: 'Node.js prints its version after an uncaught error.',
    stages: ['agent_run', 'launch'],
    says: /^Node\.js v\d+\.\d+\.\d+$/,
    yes: [
      plain(
        "TypeError: Cannot read properties of undefined (reading 'id')\n    at next (/opt/agent/cli.js:9:3)\n\nNode.js v24.1.0",
        1,
      ),
    ],
    no: [plain('The image now has Node.js v24.1.0 in it.', 1)],
  }),
  text({
    id: 'text.assertion',
    reason: 'TESTS_FAILED',
    sentence: 'A test without a test runner ends with a failed assertion.',
    stages: ['final_test', 'baseline_run'],
    says: /^\W{0,3}(?:[\w.]+\.)?Assertion(?:Error|FailedError|Failed|Exception)\b(?: \[[A-Z_]+\])?(?::|$)|^\W{0,3}\S{1,200}: \S{1,200}: Assertion [`'"].{1,200} failed\./,
    yes: [
      {
        output: 'Traceback (most recent call last):\n  File "check.py", line 3\nAssertionError: 1 != 2\n',
        stage: 'final_test',
        exitCode: 1,
      },
    ],
    no: [plain('AssertionError: 1 != 2', 1)],
  }),
  text({
    id: 'text.refused',
    reason: 'REFUSED',
    sentence: 'The agent says in its last words that it refuses the task.',
    stages: ['agent_run'],
    says: /^\W{0,3}(?:I'?m |I am )?(?:very )?sorry,? (?:but )?I (?:can'?t|cannot|won'?t|will not|am (?:not able|unable) to) (?:help|assist|comply|fulfil+|continue|do that|provide)\b|^\W{0,3}I (?:can'?t|cannot|won'?t) (?:help|assist) (?:you )?with (?:that|this)\b/i,
    yes: [plain("I'm sorry, but I can't help with that request.", 1)],
    no: [plain('The bot now says sorry when it cannot help.', 1)],
  }),
  text({
    id: 'text.provider',
    reason: 'LLM_ERROR',
    sentence: 'A line reports that the model could not be reached or gave no valid answer.',
    says: anyOf(
      [
        /\b(?:openai|anthropic|claude|gemini|ollama|mistral|groq|openrouter|bedrock|azure|vertex|deepseek|qwen)\b.{0,40}\b(?:generation|completion|request|call|api|inference)\b.{0,20}\b(?:failed|error)/,
        /\b(?:API|LLM|model|provider|completion|inference)[ _](?:API )?(?:error|request failed|call failed)/,
        /\b(?:litellm|openai|anthropic|google\.api_core|botocore)\.[\w.]*(?:Error|Exception)/,
        /\bC?API(?:Connection|Status|Timeout|Response)?Error\b/,
        /(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)\b.{0,80}\b(?:api|443|11434)\b/,
        /\binvalid_request(?:_error)?\b|\bSDK (?:API )?error\b/,
        /\b(?:no such host|name or service not known|name resolution|getaddrinfo|dns error|unable to verify the first certificate|self[- ]signed certificate|certificate (?:verify failed|has expired)|error sending request|proxy response|tls handshake|ssl handshake)/,
        /(?:connect to|reach|contact)\b.{0,30}\b(?:model|provider|ollama|llm)\b/,
        /(?:connect to|reach|contact) (?:the |its |your )?(?:(?:ai|llm|model|inference|chat|completions?|openai|anthropic|claude|gemini|mistral|groq|openrouter|bedrock|azure|vertex|deepseek|qwen)(?:'s)? )?(?:api|gateway|server|api (?:server|gateway|endpoint))\b/,
        /\b(?:java\.net\.\w+|httpx\.\w+|aiohttp\.\w+|urllib3\.\w+(?:\.\w+)*|requests\.exceptions\.\w+)(?:Error|Exception|Timeout)\b/,
        /\bexceeded the \d+ output token maximum\b|\bupstream connect error\b/,
        /\b5\d\d (?:Service Unavailable|Bad Gateway|Internal Server Error|Gateway Time-?out)\b/,
        /\bconnection (?:termination|reset by peer|aborted)\b/,
        /\b(?:provider|model|LLM|API) returned an? (?:\w+ )?error\b|\bfetch failed\b|\bConnectTimeoutError\b/,
        /\bsocket hang up\b|\bstream (?:idle |read )?(?:timeout|timed out|error|disconnected|closed)\b/,
        /^\W{0,6}(?:internal )?server error\b/,
        /^\W{0,6}5\d\d (?:status code|\{"|internal server error|the server|server error|bad gateway|service unavailable|gateway time)/,
        /\bconnection error\.?$/,
        /\b(?:model|LLM|response|stream)\b.{0,30}\b(?:ended without|returned an? empty|returned empty|empty response|no usable output)\b/,
      ],
      'i',
    ),
    and: TELLS,
    stages: ['agent_run', 'launch'],
    yes: [
      plain('ERROR | OpenAI API error: Connection error.', 1),
      plain('Error: the call ended with CAPIError: 502', 1),
      plain('500 The server had an error while working on your request', 1),
      plain('Error: Connection error.', 1),
      plain('Error: Post "https://api.example.org/v1": dial tcp: lookup api.example.org: no such host', 1),
      plain('Error: unable to verify the first certificate', 1),
      plain('✘ Failed to reach the model: getaddrinfo ENOTFOUND', 1),
      plain('error: Model returned empty response', 1),
      plain('Failed to connect to the API server', 1),
    ],
    no: [
      plain('I documented the API error codes.', 1),
      plain('500 Lines of the server were moved.', 1),
      plain('Failed to connect to database server', 1),
      plain('Error: cannot reach the mail server', 1),
      plain('Error: could not connect to the GitHub API', 1),
    ],
  }),
  text({
    id: 'text.gave-up',
    reason: 'AGENT_GAVE_UP',
    sentence: 'The agent says in its last words that it could not do the task.',
    says: /^\W*(?:I['’]?m sorry, (?:but )?)?I(?:['’]m| was| am| have been) (?:unable|not able) to (?:complete|finish|solve|fix|resolve|find|do|satisfy|proceed|continue)\b|^\W*I (?:could not|couldn['’]t|cannot|can['’]t) (?:(?:complete|finish|solve|fix|resolve|do|satisfy|implement|verify) (?:the|this|that|it)|proceed|continue)\b|\b(?:agent|I) (?:gave|give) up\b|\bgiving up\b|^\W*(?:No (?:he podido|pude|puedo|ha sido posible) (?:completar|terminar|resolver|arreglar|continuar)|Não (?:consegui|pude|foi possível) (?:completar|concluir|terminar|resolver|corrigir|continuar)|Je n'ai pas (?:pu|réussi à) (?:terminer|compléter|résoudre|corriger|continuer)|Ich (?:konnte|kann) (?:\S+ ){1,6}nicht (?:abschließen|lösen|umsetzen|fertigstellen|beheben|fortsetzen))|\bI (?:did(?: not|n't) manage|ran out of (?:time|turns|steps|ideas|attempts)|had to stop)\b|\bI(?: have to|'ll| will)? stop here\b|\b(?:is|are) (?:only )?(?:half|partly|partially) (?:done|finished|complete|implemented)\b|^\W*Не удалось (?:завершить|выполнить|исправить|решить)|\bIch komme hier nicht weiter\b|无法(?:完成|继续|解决)|(?:完了|解決|修正)できませんでした/i,
    stages: ['agent_run'],
    yes: [plain('I was unable to complete the task because the service is missing.', 1)],
    no: [plain('I was unable to reproduce it at first, then found the cause.', 0)],
  }),
]
