/** What suggests that the machine, a limit, the model or a person ended it. */
import type { LastResortRule } from './last-resort-rule.ts'

export const endingHints: readonly LastResortRule[] = [
  {
    id: 'last.memory',
    reason: 'OUT_OF_MEMORY',
    sentence: 'Memory ran out.',
    weight: 5,
    says: [
      /\bout of memory\b|\bOOM(?:[- ]?kill\w*|Killed)?\b|\b(?:not enough|insufficient|cannot allocate|could not allocate|unable to allocate|exhausted|low on) (?:\w+ )?(?:memory|ram|heap)\b|\b(?:heap|memory) (?:space|limit|exhausted|allocation)\b|\bstd::bad_alloc\b|\bMemoryError\b|\bOutOfMemory\w*\b/i,
    ],
    yes: ['Error: not enough memory for the shop'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.disk',
    reason: 'DISK_FULL',
    sentence: 'The disk is full.',
    weight: 5,
    says: [
      /\bno space left\b|\bENOSPC\b|\bdisk (?:is )?(?:full|quota exceeded|space)\b|\b(?:not enough|insufficient|out of|low) (?:free )?(?:disk|storage|space)\b|\bEDQUOT\b/i,
    ],
    not: /\bwatch(?:ers?)?\b|\binotify\b/i,
    yes: ['Error: not enough disk for the shop'],
    no: ['Error: the cart is empty', 'Error: watch src/cart ENOSPC'],
  },
  {
    id: 'last.rate-limit',
    reason: 'RATE_LIMITED',
    sentence: 'A server asks for fewer requests.',
    weight: 3.5,
    says: [
      /\brate[ -]?limit(?:ed|s|ing)?\b|\btoo many requests\b|\b429\b|\bthrottl(?:ed|ing)\b|\btoomanyrequests\b/i,
    ],
    yes: ['Error: API rate limit exceeded for 192.0.2.7.'],
    no: ['Error: limit of the cart reached'],
  },
  {
    id: 'last.usage-limit',
    reason: 'USAGE_LIMIT',
    sentence: 'A plan, a quota or a credit is used up.',
    weight: 3.5,
    says: [
      /\b(?:usage|plan|session|weekly|daily|monthly|hourly|message|subscription|account|free[ -]tier) (?:\w+ )?(?:limit|quota|cap|allowance)\b.{0,40}\b(?:reached|exceeded|hit|exhausted)\b|\b(?:out of|insufficient|no (?:more|remaining)|not enough|run out of) (?:\w+ )?(?:credits?|quota|balance|funds)\b|\b(?:hit|reached|exceeded) your (?:\w+ ){0,3}(?:limit|quota)\b|\bplan and billing\b|\bpayment required\b|\bexceeded your (?:\w+ ){0,3}quota\b|\bout of (?:extra )?usage\b/i,
    ],
    yes: ['Error: you have hit your weekly limit'],
    no: ['Error: limit of the cart reached'],
  },
  {
    id: 'last.context',
    reason: 'CONTEXT_EXHAUSTED',
    sentence: 'The conversation is longer than the model can read.',
    weight: 4,
    says: [
      /\bcontext (?:window|length|size|limit)\b|\bmaximum context\b|\b(?:prompt|input|conversation|message|request) (?:\w+ )?(?:is |was )?too (?:long|large|big)\b|\btoo many (?:input |prompt )?tokens\b|\btoken (?:limit|count) (?:exceeded|reached)\b|\bexceeds? (?:the )?(?:\w+ ){0,3}(?:context|tokens?)\b/i,
    ],
    yes: ['Error: the context window is exceeded'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.turns',
    reason: 'MAX_TURNS',
    sentence: 'The most turns, steps or tries are used up.',
    weight: 4,
    anywhere: true,
    says: [
      /\b(?:max(?:imum)?|limit of|number of) (?:\d+ )?(?:number of )?(?:agent |allowed )?(?:turns?|iterations?|steps?|rounds?|loops?|cycles?|attempts)\b.{0,40}\b(?:reached|exceeded|hit|exhausted|used up|limit)\b|\b(?:reached|hit|exceeded|exhausted) (?:the )?(?:max(?:imum)?|limit|all) (?:of )?(?:\d+ )?(?:number of )?(?:agent |allowed )?(?:turns?|iterations?|steps?|rounds?|loops?|cycles?)\b|\b(?:reached|hit|exceeded) (?:the )?max[_ -]?(?:turns|iterations|iters|steps|rounds|loops|attempts)\b|\bmax[_ -]?(?:turns|iterations|iters|steps|rounds|loops) (?:\(\d+\) )?(?:reached|exceeded|hit)\b|\berror_max_turns\b|\b(?:iteration|turn|step|recursion) limit\b.{0,30}\b(?:reached|exceeded|hit|of \d+)\b/i,
    ],
    yes: ['Stopped: maximum number of steps reached', 'Reached MAX_STEPS (3) without an empty cart'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.model',
    reason: 'LLM_ERROR',
    sentence: 'A model or its provider gave an error or no answer.',
    weight: 2.8,
    says: [
      /(?<![.\w/-])(?:llm|language model|chat model|(?:llm|model|ai) provider|completions?|inference|openai|anthropic|claude|gemini|ollama|mistral|groq|openrouter|bedrock|vertex|deepseek|qwen|litellm)\b.{0,80}\b(?:error|failed|failure|unavailable|overloaded|invalid|empty|no (?:response|answer)|not (?:found|available|supported)|refused|timed? ?out|exception|5\d\d)\b|\b(?:error|failed|failure|exception)\b.{0,40}\b(?:llm|model (?:call|response|request)|(?:llm|model|ai) provider|completions?|inference|openai|anthropic|claude|gemini|ollama|openrouter)\b|\boverloaded\b|\b(?:AI|LLM|model)(?:'s)? (?:response|answer|reply)\b|\bresponse from (?:the )?(?:AI|LLM|model)\b/i,
    ],
    not: /\bvertex "|\bCLI\b|\bexit(?:ed)? (?:with )?(?:code|status)|command not found|\.(?:py|ts|js|rs|go):\d/,
    yes: ['Error: the model provider gave an empty answer: invalid'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.no-model',
    reason: 'SETUP_FAILED',
    ofAgents: 'MODEL_UNAVAILABLE',
    sentence: 'The model is not known or not available.',
    weight: 3.2,
    says: [
      /\bmodel\b.{0,80}\b(?:not (?:found|available|supported|exist)|does not exist|unavailable|unknown|deprecated|no longer)\b|\b(?:unknown|invalid|unsupported) model\b|\bModelNotFound\w*|\bmodel_not_found\b/i,
    ],
    // A file of a model is a part of the machine.
    not: /\bmodel (?:path|file|folder|directory)\b/i,
    yes: ['Error: the model acme-4 does not exist'],
    no: ['Error: the cart is empty', 'Error: Model path does not exist: /app/acme-4.gguf'],
  },
  {
    id: 'last.budget',
    reason: 'BUDGET_EXCEEDED',
    sentence: 'The money or the tokens that it may spend are spent.',
    weight: 4,
    anywhere: true,
    says: [
      /\b(?:cost|budget|spend(?:ing)?)(?: limit| cap)?\b.{0,40}\b(?:exceeded|exhausted|reached|used up|over)\b|\b(?:exceeded|over|reached|hit) (?:the |its |your )?(?:\w+ )?(?:budget|cost limit)\b/i,
    ],
    not: /\b(?:error|performance|size|bundle|initial|anycomponent\w*) budget\b|\bbudgets?:/i,
    yes: ['Stopped: the cost limit of the shop is reached'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.patch',
    reason: 'TOOL_ERROR',
    sentence: 'A patch does not fit.',
    weight: 4,
    says: [
      /\bpatch (?:failed|does not apply|could not be applied)\b|\bhunks? (?:#\d+ )?failed\b|\bcorrupt patch\b/i,
    ],
    yes: ['error: cart.txt: patch does not apply'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.timeout',
    reason: 'TIMEOUT',
    sentence: 'Something took longer than it may.',
    weight: 2.8,
    says: [
      /\b(?:since|after|for|within) (?:the last )?\d+ ?(?:s|secs?|seconds?|min(?:ute)?s?|hours?)\b.{0,40}\b(?:exiting|aborting|giving up|stopping|gave up|aborted)\b/i,
      /\btimed[ -]?out\b|\btime-?out (?:exceeded|reached|expired|error|after|of|while|waiting)\b|\b\w*Timeout\w*(?:Error|Exception|Expired)?:|\bdeadline exceeded\b|\b(?:time|duration|wall[- ]?clock) limit\b|\b(?:took|taking) (?:too long|longer than)\b|\bno output (?:has been )?received\b|\b(?:exceeded|reached) (?:the )?(?:maximum )?(?:\w+ )?(?:time|duration)\b/i,
    ],
    not: /\bconnect(?:ion|ing)?\b|\bETIMEDOUT\b|\bgateway\b|\bhandshake\b|\bread timed out\b|\bresolv|command not found/i,
    yes: [
      'Error: the upload timed out',
      'the shop is not in state "complete" since 20 minutes hence exiting..',
    ],
    no: ['Error: timeout must be a number'],
  },
  {
    id: 'last.interrupt',
    reason: 'INTERRUPTED',
    sentence: 'A person or another program stopped it.',
    weight: 3,
    anywhere: true,
    says: [
      /^\W{0,6}(?:[\w-]+ ){0,4}?(?:was |been |is |got )?(?:cancell?ed|interrupted|aborted) (?:by|because|on|due to)\b|^\W{0,6}(?:\w+ ){0,2}?(?:KeyboardInterrupt|interrupted by user|cancell?ed by user|user (?:cancell?ed|aborted|interrupted))\b|^\W{0,6}(?:error\W{0,4})?(?:\w+ ){0,2}cancell?ed: |\bcancell?ing execution\b|\b(?:received|caught|got) (?:an? )?(?:interrupt(?: signal)?\b|signal (?:interrupt|terminated|2|15)|SIGINT|SIGTERM|SIGHUP)\b|^\W{0,4}\^C|\boperation (?:was )?cancell?ed\b|\bterminate batch job\b/i,
    ],
    not: /\bignor(?:ed|ing)\b|\b(?:due to|because of) (?:an? |the )?(?:\w+ )?(?:error|failure|exception)s?\b/i,
    yes: [
      'Canceled by the owner',
      'the shop received SIGTERM',
      'Caught interrupt, finishing up',
      '[warn] Canceling execution...',
    ],
    no: [
      'Error: the cart is empty',
      'Received interrupt signal (count: 1). Ignoring.',
      'Build of the cart aborted due to an error.',
    ],
  },
  {
    id: 'last.crash',
    reason: 'WORKER_CRASHED',
    sentence: 'A program went away by itself.',
    weight: 2.6,
    says: [
      /\b(?:disappeared|terminated|exited|died|closed|stopped|quit|ended) (?:unexpectedly|abnormally|prematurely)\b|\b(?:has |have )?crashed\b|\bcore dumped\b|\bunexpected(?:ly)? (?:shutdown|termination|exit)\b|\bsegmentation fault\b|\bsegfault\b|\bSIG(?:SEGV|ABRT|BUS|ILL|KILL)\b|\bstack overflow\b|\b(?:exit(?:ed)?|code|status)\b.{0,20}\b(?:134|137|139|-11|-9|-6|3221225477)\b|\bbad_(?:access|alloc)\b|\binternal (?:compiler )?error\b|(?<!^)\bpanic(?:ked)?\b(?! at )|\baccess violation\b|\bpage fault\b|\bkilled\b/i,
    ],
    yes: ['Gradle build daemon disappeared unexpectedly (it may have been killed)'],
    no: ['Error: unexpected end of the cart'],
  },
  {
    id: 'last.engine',
    reason: 'SANDBOX_ERROR',
    sentence: 'A container engine, a virtual machine or a build machine failed.',
    weight: 2.6,
    says: [
      /\b(?:docker|podman|containerd|buildkit|container|daemon|kubelet|virtual machine|vm|hypervisor|emulator|simulator|sandbox|runner|build agent|executor)\b.{0,60}\b(?:not running|is not (?:running|available|reachable)|unavailable|failed to (?:start|boot|create|respond|initiali[sz]e)|could not (?:start|be (?:started|created))|lost|offline|disconnected|unreachable)\b|\bcannot connect to the docker\b/i,
    ],
    yes: ['Error: the virtual machine failed to start'],
    no: ['Error: the cart is empty'],
  },
]
