import { anyOf } from '../signals/any-of.ts'
import { providerRules } from './provider-rules.ts'
import type { Example, Rule } from './rule.ts'
import { ONLY_NAMES, ONLY_TALKS, TELLS } from './text-forms.ts'

const plain = (output: string, exitCode?: number): Example => ({
  output: `Working on it.\n${output}\n`,
  stage: 'agent_run',
  ...(exitCode === undefined ? {} : { exitCode }),
})

/** The same line beside an agent's own output: there the forms of unknown programs are not looked for. */
const beside = (output: string): Example => ({
  output: `${JSON.stringify({ type: 'system', subtype: 'init', session_id: 's', apiKeySource: 'none' })}\n${output}\n`,
  stage: 'agent_run',
  exitCode: 1,
})

const text = (rule: Omit<Rule, 'sources' | 'what'>): Rule => ({
  not: ONLY_NAMES,
  ...rule,
  sources: ['text'],
  what: ['statement', 'uncaught'],
})

/** The provider's phrases, in a plain line that reports an error. */
const providerExamples: Readonly<Record<string, readonly [yes: readonly string[], no: readonly string[]]>> = {
  'provider.context-too-long': [
    ['Error: prompt is too long: 210000 tokens > 200000 maximum', 'Too many input tokens: 210000.'],
    ['The React context is too long to explain here.', 'Too many tokens of the design were in the header.'],
  ],
  'provider.quota-that-refills': [
    [
      'Error: You exceeded your current quota. Please retry in 12.5s',
      'acme.errors.ResourceExhausted: 429 Quota exceeded for metric requests per minute',
    ],
    ['The quota page was added.'],
  ],
  'provider.credit': [
    [
      'Error: 402 insufficient credits',
      'Insufficient credits. Add more to go on.',
      'Out of credits. Add more in your settings.',
      "Error: your team doesn't have any credits yet",
      'You have used all of your monthly credits.',
    ],
    ['Added a check for insufficient credits to the shop.', 'Insufficient credits now give a clear message.'],
  ],
  'provider.plan-limit': [
    ['ERROR: You have reached your weekly limit; usage limit resets tomorrow'],
    ['The usage limit banner is now tested.'],
  ],
  'provider.model': [
    [
      'Error: model claude-9 not found',
      'acme.NotFoundError: the deployment for this resource does not exist',
      'Error: no valid model could be loaded',
      'Error: models/gemini-2.5-pro is not found for this version',
      '404 The model `m-1` does not exist or you do not have access to it.',
    ],
    ['The data model is not found in the docs.'],
  ],
  'provider.rate-limit': [
    [
      'openai.RateLimitError: Error code: 429 - Rate limit reached',
      'acme.ThrottlingException: Too many tokens, please wait before trying again.',
      'Connect error resource_exhausted: Error',
      'Error: 529 Overloaded. If it persists, look at the status page.',
    ],
    ['Wrote the rate limit middleware.', 'Error: handled if the server is overloaded'],
  ],
  'provider.auth': [
    [
      'Error: Invalid API key provided',
      'acme.exceptions.NoCredentialsError: Unable to locate credentials',
      'An error occurred (ExpiredTokenException): the security token is expired',
      'Authentication failed. Log in again.',
      'Incorrect API key provided: test. Look at your account.',
      'Error: API key required. Set ACME_API_KEY or use --api-key',
    ],
    ['Invalid API key handling is now covered.'],
  ],
  'provider.refusal': [
    [
      'Error: the response was blocked by the safety filter',
      'acme.exceptions.GuardrailTripwireTriggered: the guardrail was triggered',
    ],
    ['The content policy page is done.'],
  ],
}

const providerText: readonly Rule[] = providerRules.flatMap((rule) => {
  const [yes, no] = providerExamples[rule.id] ?? []
  if (rule.says === undefined || yes === undefined || no === undefined) return []
  const { reason, sentence, says } = rule
  return [
    text({
      id: rule.id.replace('provider.', 'text.'),
      reason,
      sentence: `In plain text: ${sentence}`,
      says,
      and: TELLS,
      stages: ['agent_run', 'launch'],
      yes: yes.map((line) => plain(line, 1)),
      no: no.map((line) => plain(line, 1)),
    }),
  ]
})

/**
 * Rules over plain lines near the end of an output, the weakest evidence there is. They name a reason for a
 * failure that is proven otherwise; they never turn a success into a failure.
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
    says: /\b(?:cost|budget|spend|token)s? (?:limit|cap|budget) (?:was |has been )?(?:reached|exceeded|hit)|(?:exceeded|reached|over|exhausted) (?:the |its |your )?(?:cost|token|USD|dollar)s? (?:budget|limit|cap)|budget (?:is )?(?:exhausted|exceeded)|\b(?:UsageLimit|Budget)Exceeded(?:Error)?\b|would exceed the \w+_limit\b/i,
    yes: [beside('Run stopped: cost limit exceeded ($2.00)')],
    no: [plain('The cost limit is $2.00', 1)],
  }),
  text({
    id: 'text.stuck',
    not: ONLY_TALKS,
    reason: 'CIRCULAR_FIX',
    sentence: 'The run says that it was going in circles.',
    says: /stuck in a loop|\bmistake limit reached\b|\bloop detected\b|unrecoverable[ _]stall|stagnation detected|(?:no progress|same error)\b.{0,60}\b(?:stopping|halting|aborting|giving up)/i,
    yes: [beside('Agent got stuck in a loop')],
    no: [plain('The event loop is stuck in the test double, fixed.', 1)],
  }),
  text({
    id: 'text.timeout',
    reason: 'TIMEOUT',
    sentence: 'The run says that its time ran out.',
    says: /\btimed[ -]?out after\b|\btimeout (?:of [\d.]+|after)\b|exceeded (?:the |its )?(?:time limit|timeout|maximum (?:execution|run|job) time)|(?:time|wall[- ]clock|duration) limit (?:exceeded|reached)|(?:execution|build|job|task|run|agent|command|tests?) timed out\b|deadline exceeded|^(?:[\w.]+\.)?Timeout(?:Error|Expired)\b|\bTimeout(?:Error|Expired): /i,
    not: /^[\da-f]{7,40} \S|^\W{0,4}(?:fix|feat|test|chore|docs|refactor)(?:\([\w-]+\))?!?: |connection timed out|request timed out|read timed out|connect timeout|not an?\b/i,
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
    sentence: 'Somebody interrupted or cancelled the run.',
    says: /^\W*KeyboardInterrupt\b|^\W*\^C(?:\b|$)|^Terminate batch job \(Y\/N\)\?|(?:interrupted|cancell?ed|aborted) by (?:the )?(?:user|operator|signal)|\buser interrupted\b|\binterrupted \(ctrl\+c\)|received SIG(?:INT|TERM)\b|\b(?:loop|run|session|process|operation|execution|task|update|deployment|preview|pipeline|workflow|build|job) (?:was |has been )?(?:interrupted|cancell?ed)\b|^\W*Aborted!/i,
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
        /\bno approval channel\b/,
        /\b(?:tool|command|action|edit|write|access|call)\b.{0,40}\b(?:blocked|denied|rejected) by (?:the |a )?(?:policy|permissions?|sandbox|hook)\b/,
        /\bcannot continue without (?:this |the |your )?(?:permission|approval)\b/,
        /\bdenied\b.{0,60}\b(?:approval|non-interactive)\b/,
        /permission denied\b.{0,40}\b(?:halting|stopping|aborting|approval)/,
        /\b(?:requires?|needs?|waiting for|awaiting) (?:user |human |your )?(?:approval|permission|confirmation)/,
        /not (?:permitted|allowed) to (?:use|run|execute)\b/,
      ],
      'i',
    ),
    yes: [beside('ERROR: Permission denied - halting the loop')],
    no: [plain('chmod: permission denied lines were removed', 1)],
  }),
  text({
    id: 'text.launch',
    reason: 'LAUNCH_REJECTED',
    sentence: 'The agent does not know one of its flags or arguments.',
    stages: ['agent_run', 'launch'],
    says: anyOf(
      [
        /^\W{0,4}(?:[Ee]rror: )?(?:Not enough non-option arguments: |Missing required argument)/,
        /^\W{0,4}(?:error: )?(?:invalid|malformed) (?:config(?:uration)?|settings)\b(?: file)?(?: in| at|:)/,
        /^(?:\W{0,4}[\w./-]{1,120}: )?\W{0,4}(?:(?:error|fatal): )?(?:unknown|unrecogni[sz]ed|unexpected|invalid) (?:option|flag|argument|command[- ]line (?:option|argument))s?\b:? ?(?:['"`]?-|.{0,60} found\b)/,
        /^\W{0,4}(?:[\w./-]{1,120}: )?(?:error: )?invalid value ['"`].{0,60} for ['"`]?-/,
        /^Unknown (?:arguments?|skill|slash command|subagent): \/?[\w:-]{1,60}(?:, [\w-]{1,40})*$/,
        /^\W{0,4}(?:error: )?(?:flag provided but not defined|no such option|unknown arguments?): ?['"`]?-/,
        /^\S{1,100}: error: (?:argument -|invalid choice|unrecognized arguments)/,
        /^\W{0,4}error: (?:the following arguments are required|the following required arguments were not provided|required option .{1,60} not specified)/,
      ],
      'i',
    ),
    not: /\bnot an?\b/i,
    yes: [
      plain("error: unknown option '--no-such-flag'", 1),
      plain('Error: Unknown option: --fast', 1),
      plain('unknown flag: --fast', 125),
      plain("/usr/bin/agent: unrecognized option '--fast'", 125),
      plain("agent: invalid option -- 'z'", 2),
      plain("error: invalid value 'x' for '--mode <MODE>'", 2),
      plain('Unknown argument: fast', 1),
    ],
    no: [
      plain('Unknown options are now rejected with a message.', 1),
      { output: "error: unknown option '--no-such-flag'\n", stage: 'final_test', exitCode: 1 },
    ],
  }),
  text({
    id: 'text.installation',
    reason: 'LAUNCH_REJECTED',
    sentence: 'The agent does not start: its installation is not whole, or not for this machine.',
    stages: ['agent_run', 'launch'],
    says: anyOf(
      [
        /^\W{0,4}Error: [\w@/.-]{1,40}(?:'s)? (?:native binary (?:is |was )?not installed|postinstall (?:script )?(?:was not|did not) run)\b/,
        /^\W{0,4}Error: Missing optional dependency @?[\w./-]+/,
        /\bpackage manager failed to install the right version of\b/,
        /^\W{0,4}(?:Error: (?:[\w.-]+ ){1,4}|(?:[\w.-]+ ){0,2}(?:CLI|Code) )requires (?:Node(?:\.js)?|Python) (?:version )?(?:>=? ?)?v?\d[\d.]*(?:\+| or (?:newer|higher|later|above|greater))/,
        /^\S{1,200}: error while loading shared libraries: /,
        /^\S{1,200}: \S{1,200}: version [`']GLIBC(?:XX)?_[\d.]+'/,
        /\b(?:Exec format error|cannot execute binary file)\b/,
      ],
      'i',
    ),
    root: true,
    yes: [
      plain('Error: claude native binary not installed.', 1),
      plain("Error: opencode-ai's postinstall script was not run.", 1),
      plain(
        'Error: Missing optional dependency @openai/codex-linux-x64. Reinstall Codex.\n    at codex.js:98:11\n\nNode.js v22.20.0',
        1,
      ),
      plain('Error: Copilot CLI requires Node.js v22 or newer. You are using v20.19.0.', 1),
      plain('Claude Code requires Node.js version 18 or higher to be installed.', 1),
      plain("goose: /lib/libc.so.6: version `GLIBC_2.38' not found (required by goose)", 1),
      plain('sh: 1: codex: Exec format error', 126),
    ],
    no: [
      plain('The README now says that it requires Node.js 20 or newer.', 1),
      plain('This package requires Node.js 20 or newer.', 1),
      { output: 'Error: Missing optional dependency @acme/native.\n', stage: 'final_test', exitCode: 1 },
    ],
  }),
  text({
    id: 'text.sandbox',
    reason: 'SANDBOX_ERROR',
    sentence: 'The sandbox or container in which the agent works could not be made or is gone.',
    stages: ['agent_run', 'launch'],
    says: /\bfailed to (?:create|start|launch|provision|connect to|spawn) (?:the |a |an |your )?(?:[\w-]+ )?(?:sandbox|container|devcontainer|micro-?vm|workspace|pod)\b|\b(?:sandbox|devcontainer|container) (?:was |has |could |is )?(?:not (?:be )?(?:found|created|started|running)|exited unexpectedly|died|crashed|failed to start|terminated|been (?:killed|terminated))\b|\bOCI runtime (?:create|exec) failed\b/i,
    and: TELLS,
    yes: [plain('Error: Failed to create sandbox: no capacity', 1)],
    no: [plain('The sandbox page says what it does when the container was not found.', 1)],
  }),
  text({
    id: 'text.no-key',
    reason: 'AUTH_FAILED',
    sentence: 'The run says that no key or login for the model was given.',
    stages: ['agent_run', 'launch'],
    says: /\b(?:must|please|need to|have to) (?:set|specify|provide|export|configure)\b.{0,30}\b[A-Z0-9_]*_API_KEY\b|\b[A-Z0-9_]*_API_KEY\b.{0,40}\b(?:not set|is required|is missing|unset|not found|must be set)\b|\bno (?:api[ -]key|credentials?|authentication|auth) (?:was |were )?(?:found|configured|provided|set|available)\b|\binvalid auth(?:entication)? method\b/i,
    yes: [
      plain('You must specify the ACME_API_KEY environment variable.', 1),
      plain('No API key found for acme.', 1),
    ],
    no: [plain('The README says how ACME_API_KEY is read.', 1)],
  }),
  text({
    id: 'text.setup',
    reason: 'SETUP_FAILED',
    sentence: 'Something the run needs was not there when it began.',
    says: /\b(?:config(?:uration)?|prompt|settings|spec|task|plan|input|requirements) file\b.{0,80}\b(?:not found|is missing|does not exist|could not be (?:read|found))|\benvironment variable\b.{0,40}\b(?:not set|is required|missing|unset)|unsatisfied dependenc|^\W{0,6}(?:error: )?missing (?:required )?dependenc/i,
    yes: [plain("[ERROR] Prompt file 'PROMPT.md' not found!", 1)],
    no: [plain('The prompt file was written.', 1)],
  }),
  text({
    id: 'text.crash',
    reason: 'WORKER_CRASHED',
    sentence: 'The program itself died of an error that nobody caught.',
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
    sentence: 'Node.js ends what it prints about an error that nobody caught with its own version.',
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
    sentence: 'A test that no runner runs ends in a failed assertion.',
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
    sentence: 'The agent says in its last words that it will not do it.',
    stages: ['agent_run'],
    says: /^\W{0,3}(?:I'?m |I am )?(?:very )?sorry,? (?:but )?I (?:can'?t|cannot|won'?t|will not|am (?:not able|unable) to) (?:help|assist|comply|fulfil+|continue|do that|provide)\b|^\W{0,3}I (?:can'?t|cannot|won'?t) (?:help|assist) (?:you )?with (?:that|this)\b/i,
    yes: [plain("I'm sorry, but I can't help with that request.", 1)],
    no: [plain('The bot now says sorry when it cannot help.', 1)],
  }),
  text({
    id: 'text.provider',
    reason: 'LLM_ERROR',
    sentence: 'A line reports that the model could not be reached or gave no proper answer.',
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
    sentence: 'The agent says in its last words that it could not do it.',
    says: /^\W*(?:I'?m sorry, (?:but )?)?I (?:was|am|have been) (?:unable|not able) to (?:complete|finish|solve|fix|resolve|find|do)\b|^\W*I (?:could not|couldn't|cannot|can't) (?:complete|finish|solve|fix|resolve|do) (?:the|this|that|it)\b|\b(?:agent|I) (?:gave|give) up\b|\bgiving up\b/i,
    stages: ['agent_run'],
    yes: [plain('I was unable to complete the task because the service is missing.', 1)],
    no: [plain('I was unable to reproduce it at first, then found the cause.', 0)],
  }),
]
