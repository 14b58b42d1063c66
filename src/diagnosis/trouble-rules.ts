import { anyOf } from '../signals/any-of.ts'
import { BUILD_NEEDS, KNOWN_CLASS_MISSING } from './build-needs.ts'
import type { Rule } from './rule.ts'
import { said } from './rule-examples.ts'
import { ONLY_MENTIONS } from './text-forms.ts'
import { textRule } from './text-rule.ts'
import { commandStages } from '../reasons/stages.ts'

const trouble = textRule({ stages: commandStages, not: ONLY_MENTIONS })

/**
 * Problems that every program can have, in the words of systems, networks and loaders, independent of the tool. They
 * are ordered from root causes to consequences.
 */
export const troubleRules: readonly Rule[] = [
  trouble({
    id: 'trouble.machine-lost',
    reason: 'SANDBOX_ERROR',
    sentence: 'The machine or worker of the run was lost, restarted or shut down.',
    says: /\b(?:runner|agent|worker|node|instance|machine|vm|pod) (?:\S+ ){0,4}?(?:has |was |is )?(?:lost communication|received a shutdown signal|restarted while|been (?:evicted|preempted|terminated|shut down)|preempted|evicted|disconnected|went (?:away|offline))|\bstopped hearing from (?:the )?agent\b|\blost communication with the server\b|\bspot instance (?:was )?(?:interrupted|terminated)\b/i,
    root: true,
    yes: [
      said('We stopped hearing from agent build-7. Verify the agent machine is running.'),
      said('Error: Worker restarted while the job was running.'),
    ],
    no: [said('The runner page says what happens when a pod is not there.')],
  }),
  trouble({
    id: 'trouble.memory',
    reason: 'OUT_OF_MEMORY',
    sentence: 'The last lines report that main memory or GPU memory ran out.',
    says: /\b(?:CUDA|HIP|MPS backend|XPU) (?:error: )?out of memory\b|\bCUDA_ERROR_OUT_OF_MEMORY\b|\bcudaErrorMemoryAllocation\b|\bCUBLAS_STATUS_ALLOC_FAILED\b|\bOOM when allocating tensor\b|\bRESOURCE_EXHAUSTED: (?:OOM|Out of memory)|\b(?:not enough|insufficient) memory\b/i,
    root: true,
    yes: [said('2026-01-01 10:00:00 - ERROR - training failed: CUDA out of memory. Tried to allocate 2 GiB')],
    no: [said('The page about memory was rendered.')],
  }),
  trouble({
    id: 'trouble.address-in-use',
    reason: 'SETUP_FAILED',
    sentence: 'Another program already listens on the address that this one needs.',
    says: /\bEADDRINUSE\b|\baddress (?:is )?(?:already )?in use\b|\bport \d{2,5} (?:is |was )?(?:already )?(?:in use|allocated|taken|occupied|being used)\b|\bcould not (?:acquire|bind(?: to)?) (?:the )?(?:required )?['"`]?port\b|\bOnly one usage of each socket address\b/i,
    root: true,
    yes: [
      said('listen tcp 0.0.0.0:4223: bind: address already in use'),
      said("Could not acquire required 'port': '8888'"),
      said('Error: listen EADDRINUSE: address already in use :::3000'),
    ],
    no: [said('Port 3000 is free.')],
  }),
  trouble({
    id: 'trouble.no-access',
    reason: 'SETUP_FAILED',
    sentence: 'A registry or server denied access, or rejected the key.',
    says: anyOf(
      [
        /\bPermission denied(?:, please try again\.$| \((?:publickey|password|keyboard-interactive))|\bHost key verification failed\b|\bToo many authentication failures\b/,
        /\bunauthorized: (?:authentication required|incorrect username)/,
        /\bdenied: (?:requested access|permission_denied)|\bpull access denied\b/,
        /\b(?:401|403)\b.{0,40}\b(?:Unauthorized|Forbidden)\b/,
        /\bfailed\b.{0,40}\bstatus(?: code)?:? ?(?:401|403)\b/,
        /\b(?:Unauthorized|Forbidden)\b.{0,20}\b(?:401|403)\b|\bauthentication (?:is )?required\b/,
        /\bpublic network access is disabled\b|\bForbiddenBy(?:Connection|Firewall|Rbac)\b/,
        /\b(?:Not Found|Bad credentials|Validation Failed|Forbidden|Requires authentication)\b.{0,200} - https:\/\/docs\.github\.com\/(?:rest|graphql)\b/,
        /\b(?:invalid|missing|expired) (?:credentials|access token)\b|\bAccessDenied(?:Exception)?\b/,
        /\bnot authorized to perform\b|\bResource not accessible by (?:integration|personal access token)\b/,
      ],
      'i',
    ),
    yes: [
      said('git@example.org: Permission denied (publickey).'),
      said('Permission denied, please try again.'),
      said('error: 403 Forbidden - GET https://packages.example.org/acme'),
    ],
    no: [said('test_returns_forbidden passed')],
  }),
  trouble({
    id: 'trouble.model-rate-limit',
    reason: 'RATE_LIMITED',
    sentence: 'The provider of a model that a program calls limits its requests or tokens per minute.',
    says: /\brate limit (?:reached|exceeded) for (?:\S+ ){1,4}in organization\b|\b(?:openai|anthropic|litellm|groq|mistralai|cohere)\.(?:\w+\.){0,3}RateLimitError\b|\brate limit (?:\S+ ){0,12}?(?:tokens|requests) per min|\brate_limit_(?:error|exceeded)\b/i,
    yes: [
      said(
        'Rate limit reached for acme-large in organization org-1 on requests per min. Limit: 3 / min. Please try again in 20s.',
      ),
      said('openai.RateLimitError: Error code: 429 - Rate limit reached'),
    ],
    no: [
      said('Error: googleapi: Error 429: Quota exceeded for project acme'),
      said('The page explains how a rate limit per minute works.'),
    ],
  }),
  trouble({
    id: 'trouble.model-quota',
    reason: 'USAGE_LIMIT',
    sentence: 'The provider of a model that a program calls says that the quota of the account is used up.',
    says: /\binsufficient_quota\b|\bexceeded your current quota, please check your plan\b|\bcredit balance is too low\b|\bQuota exceeded for (?:quota )?metric\b.{0,160}\b(?:generat(?:e_|ivelanguage)|cloudcode-pa|aiplatform|(?:Gemini|Claude)\b)/i,
    yes: [
      said('Error: You exceeded your current quota, please check your plan and billing details.'),
      said(
        'Error: Quota exceeded for metric: generativelanguage.googleapis.com/generate_requests_per_day, limit: 0',
      ),
    ],
    no: [said('Error: googleapi: Error 429: Quota exceeded for project acme')],
  }),
  trouble({
    id: 'trouble.model-missing',
    reason: 'MODEL_UNAVAILABLE',
    sentence: 'The provider of a model that a program calls does not know the model.',
    says: /\bmodels\/[\w.-]{2,60} is not found for API version\b|\b(?:error|code)\b.{0,40}\bmodel_not_found\b|\bNo endpoints found for \S{3,80}\/\S|\b[Tt]he model `?[\w./:-]{2,60}`? does not exist or you do not have access to it\b/,
    yes: [
      said('Error: 404 models/carts-1.5-flash is not found for API version v1beta'),
      said('Error: The model `carts-4` does not exist or you do not have access to it.'),
    ],
    no: [said('Error: the model of the cart does not exist')],
  }),
  trouble({
    id: 'trouble.model-api',
    reason: 'LLM_ERROR',
    sentence: 'A request of a program to the API of a model failed at the server.',
    says: /\b(?:5\d\d (?:Server )?Error|Internal Server Error|Bad Gateway|Service Unavailable)\b.{0,80}\bhttps:\/\/(?:api\.openai\.com|api\.anthropic\.com|generativelanguage\.googleapis\.com|openrouter\.ai|api\.mistral\.ai|api\.groq\.com|api\.deepseek\.com)\//i,
    yes: [
      said(
        'Error during API request: 500 Server Error: Internal Server Error for url: https://api.openai.com/v1/responses',
      ),
    ],
    no: [said('Error: 500 Server Error for url: https://shop.example/cart')],
  }),
  trouble({
    id: 'trouble.lock',
    reason: 'SETUP_FAILED',
    sentence: 'Another process holds a lock, a file or a database that the program needs.',
    says: /\bwaiting (?:for exclusive access|to lock|for (?:the |a )?lock|to acquire)\b|\b(?:could not|cannot|failed to|unable to) (?:acquire|obtain|get) (?:the |a |an )?(?:\w+ )?lock\b|\bdatabase is locked\b|\b(?:is|already) (?:being )?used by another process\b|\bUnable to delete (?:directory|file) '|\ba process has files open\b|\b(?:is )?already locked (?:\w+ )?by\b|\block(?: file)? (?:is )?(?:already )?held by\b|\banother (?:instance|process) (?:is )?(?:already )?(?:running|using it)\b|\b(?:directory|file|folder|database|workspace) (?:cannot|could not) be locked\b/i,
    yes: [
      said(
        'java.lang.RuntimeException: Timeout of 120000 reached waiting for exclusive access to file: cart.zip',
      ),
      said('Error: could not acquire the state lock'),
      said("Caused by: java.io.IOException: Unable to delete directory '/srv/shop/build'"),
    ],
    no: [said('The lock page was rendered.')],
  }),
  trouble({
    id: 'trouble.not-set-up',
    reason: 'SETUP_FAILED',
    sentence: 'A service does not start, or a token, an account or a part of the configuration is not there.',
    says: anyOf(
      [
        /^Job for \S{1,100} failed because\b|^Failed to (?:start|restart|enable) \S{1,100}: Unit \S{1,100} (?:not found|is masked)|^Unit \S{1,100} could not be found/,
        /\bset the \w{2,60}(?:TOKEN|KEY|PASSWORD|SECRET) environment variable\b/,
        /\binvalid compose project$|^service "[^"]{1,100}" (?:refers to undefined|depends on undefined|has neither an image)/,
        /\baccount is required to proceed\b|\bnot logged in to any (?:\w+ )?hosts?\b/,
      ],
      'i',
    ),
    yes: [
      said('Job for cart.service failed because the control process exited with error code.'),
      said(
        'gh: To use GitHub CLI in a GitHub Actions workflow, set the GH_TOKEN environment variable. Example:',
      ),
    ],
    no: [said('The docs say how to set a token.')],
  }),
  trouble({
    id: 'trouble.quota',
    reason: 'SETUP_FAILED',
    sentence: 'A quota of the cloud or the registry is used up.',
    says: /\b(?:quota|rate limit) (?:\S+ ){0,4}?(?:exceeded|reached)\b|\btoomanyrequests\b|\bQuotaExceeded\b|\bexceeded (?:your |the )?(?:\w+ )?(?:quota|rate limit)\b/i,
    yes: [said('Error: googleapi: Error 429: Quota exceeded for project acme')],
    no: [said('The quota page was rendered.')],
  }),
  trouble({
    id: 'trouble.timeout',
    reason: 'TIMEOUT',
    sentence: 'The program waited for something that did not happen in time.',
    says: /\btimed out (?:waiting|while)\b|\btimeout of \d+ ?(?:m?s|seconds|minutes) (?:hit|exceeded|reached)\b|\b(?:not|never) (?:become|became|get|got|come|came) (?:ready|healthy|available|up)\b|\bgave up waiting\b/i,
    yes: [
      said('Error: UPGRADE FAILED: timed out waiting for the condition'),
      said('Error: the API did not become ready in time.'),
    ],
    no: [said('The wait page says how long a timeout may be.')],
  }),
  trouble({
    id: 'trouble.network',
    reason: 'SETUP_FAILED',
    sentence: 'A server could not be reached because of the network, a name, a certificate or a proxy.',
    says: anyOf(
      [
        /\b(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/,
        /\bconnection (?:was |has been )?(?:refused|reset|aborted|timed out)\b/,
        /\bcould(?: not|n't) resolve (?:host|hostname|proxy)\b/,
        /\b(?:no such host|unknown (?:\w+ ){1,2}host|name or service not known|temporary failure in name resolution|network is unreachable|no route to host)\b/,
        /\b(?:certificate verify failed|self[- ]signed certificate|certificate has expired|unable to get local issuer certificate|x509: )/,
        /\bproxy (?:connect|authentication|error)\b|\bi\/o timeout\b|\bTLS handshake\b/,
        /\bhas been blocked by CORS policy\b|\bnet::ERR_(?:CONNECTION|NAME|INTERNET|ADDRESS|PROXY|CERT|SSL)\w+/,
        /\bMax retries exceeded with url\b|\bFailed to (?:establish a new connection|resolve ['"`])/,
        /\b(?:NameResolutionError|NewConnectionError|ConnectTimeout|ReadTimeout(?:Error)?)\b/,
        /\bcould not connect to server\b|\bCan't connect to (?:local |remote )?\w+ server\b/,
        /\bMongoServerSelectionError\b|\bURLError: |\bUnexpected HTTP response: [45]\d\d\b/,
        /\bHTTP (?:error|status):? [45]\d\d\b|\bERROR [45]\d\d: /,
        /\bGet "?https?:\/\/\S{1,300}: context deadline exceeded\b/,
        /\b(?:502 Bad Gateway|503 Service Unavailable|504 Gateway Time-?out)\b/,
      ],
      'i',
    ),
    yes: [
      said('Error: getaddrinfo ENOTFOUND downloads.example.org'),
      said('Error: Unexpected HTTP response: 404'),
      said('dial tcp 10.0.0.1:5432: connect: connection refused'),
    ],
    no: [said('3 connections were handled.')],
  }),
  trouble({
    id: 'trouble.build-needs',
    reason: 'SETUP_FAILED',
    sentence: 'A build lacks a tool, an SDK or a library of the machine.',
    says: BUILD_NEEDS,
    yes: [
      said('error: Microsoft Visual C++ 14.0 or greater is required. Get it with the build tools.'),
      said(
        "xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory '/Library/Tools' is a command line tools instance",
      ),
    ],
    no: [said('The page says which compiler is required.')],
  }),
  trouble({
    id: 'trouble.library',
    reason: 'SETUP_FAILED',
    sentence: 'The program lacks a library of others, or the Java that runs it is too old.',
    says: KNOWN_CLASS_MISSING,
    yes: [
      said(
        'Exception in thread "main" java.lang.ClassNotFoundException: com.mysql.cj.jdbc.Driver\n\tat acme.Main.main(Main.java:3)',
      ),
    ],
    no: [
      said(
        'Exception in thread "main" java.lang.NoClassDefFoundError: acme/Cart\n\tat acme.Main.main(Main.java:3)',
      ),
    ],
  }),
  trouble({
    id: 'trouble.load',
    reason: 'BROKEN_BUILD',
    sentence: 'A class, module or library of the program cannot be loaded.',
    says: anyOf([
      /\b(?:ClassNotFoundException|NoClassDefFoundError|UnsatisfiedLinkError|ServiceConfigurationError|NoSuchMethodError|NoSuchFieldError|IncompatibleClassChangeError|UnsupportedClassVersionError|ExceptionInInitializerError|ModuleNotFoundError|ImportError|(?<!ERROR: )LoadError|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|PageNotFoundError|TypeLoadException)\b/,
      /\bDLL load failed\b|\bsymbol lookup error\b|\bundefined symbol: |\bcannot open shared object file\b/,
      /\bReferenceError: \w+ is not defined\b|\b\w*CompilationErrorsException\b|^SyntaxError: /,
      /\bUncaught SyntaxError\b|\bCould not locate \S{1,200}__init\.class\b/,
    ]),
    yes: [
      said(
        'Exception in thread "main" java.lang.NoClassDefFoundError: acme/Cart\n\tat acme.Main.main(Main.java:3)',
      ),
      said('ReferenceError: dirname is not defined\n    at file:///src/main.js:3:1'),
    ],
    no: [said('ImportErrors are listed in the report.')],
  }),
  trouble({
    id: 'trouble.missing',
    reason: 'SETUP_FAILED',
    sentence: 'A file, folder or program that the run needs is missing.',
    says: anyOf(
      [
        /: can't open file '|\b(?:FileNotFoundError|NoSuchFileException|ENOENT|ENOTDIR)\b/,
        /: No such file or directory$/,
        /\b(?:config(?:uration)?|input|data|model|env) file\b.{0,80}\b(?:not found|does not exist|is missing)\b/,
        /\bCan't find 'action\.yml'|\bcan't load config\b|\bexecutable (?:file )?not found\b/,
        /\brequired (?:command|tool|program|binary|dependency|package)s? (?:is |are )?(?:missing|not found|not installed)\b/,
        /^\W{0,6}missing (?:required )?(?:[\w.-]+ ){1,4}(?:library|module|package|dependency|tool|binary|executable)\b/,
        /\bis (?:required|needed)\b.{0,80}\b(?:but|and) (?:it )?(?:was|is|were|are|has|have|could) ?n(?:ot|'t) (?:been |be )?(?:detected|found|installed|available|present|running|enabled)\b/,
        /\b(?:could not|cannot|unable to) (?:find|locate|open|access) (?:the )?(?:jar ?file|file|directory|folder|executable|binary|config)/,
        /\bno (?:\w+ ){0,3}config(?:uration)? file (?:was )?found\b/,
        /^\W{0,4}(?:\w+Error: )?(?:file|path|directory|folder|dataset|checkpoint|weights?) (?:\S+ )?(?:not found|does not exist)\b/,
      ],
      'i',
    ),
    not: new RegExp(
      `${ONLY_MENTIONS.source}|^(?:ls|rm|cat|cp|mv|stat|find|grep): |\\bcd: |^\\S*(?:makefile|\\.mak|\\.mk)\\S{0,20}:\\d+: `,
      'i',
    ),
    yes: [
      said("acme: can't open file '/app/worker.cfg': [Errno 2] No such file or directory"),
      said("FileNotFoundError: [Errno 2] No such file or directory: 'data/train.csv'"),
      said('ERROR: Error: Btrfs is required for this image, but was not detected in the kernel.'),
    ],
    no: [said('rm: cannot remove x: No such file or directory')],
  }),
  trouble({
    id: 'trouble.device',
    reason: 'SETUP_FAILED',
    sentence: 'The machine lacks a device, a driver or a browser that the program needs.',
    says: anyOf(
      [
        /\bNo CUDA GPUs are available\b|\bFound no NVIDIA driver\b|\bCUDA driver version is insufficient\b/,
        /\bno kernel image is available for execution\b|\bTorch not compiled with CUDA enabled\b/,
        /\bAttempting to deserialize object on a CUDA device\b|\bcudaErrorNoDevice\b/,
        /\bno CUDA-capable device\b|\bCUDA initialization: |\blibcu\w+\.so\S* cannot open/,
        /\bExecutable doesn't exist at \S|\bneeds to be in PATH\b|\bsession not created: /,
        /\bcannot open display\b|\bcould not connect to display\b|\bno display name and no \$DISPLAY\b/,
        /\bCould not find (?:Chrome|Chromium|Firefox)\b/,
      ],
      'i',
    ),
    yes: [
      said('RuntimeError: No CUDA GPUs are available'),
      said("Error: browserType.launch: Executable doesn't exist at /root/.cache/chrome"),
    ],
    no: [said('The page about CUDA GPUs was rendered.')],
  }),
  trouble({
    id: 'trouble.environment',
    reason: 'SETUP_FAILED',
    sentence: 'An environment setting or a permission that the program needs is missing.',
    says: anyOf(
      [
        /\bKeyError: ['"][A-Z][A-Z0-9]*_[A-Z0-9_]+['"]/,
        /\b(?:missing|undefined|unset) (?:required )?(?:env(?:ironment)?) ?(?:var(?:iable)?s?)?\b/,
        /\benv(?:ironment)? var(?:iable)?s?\b.{0,60}\b(?:not set|is required|are required|missing|unset|not defined|not found|must be set)\b/,
        /\b(?:must|please) (?:set|define|provide) (?:the )?[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
        /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+ (?:is |must be |env(?:ironment)? (?:var(?:iable)? )?(?:is )?)?(?:not set|required|missing|undefined|unset|not defined)\b/,
        /\bPermissionError: \[Errno 13\]|\bEACCES: permission denied\b/,
        /\bjava\.nio\.file\.AccessDeniedException\b/,
      ],
      'i',
    ),
    yes: [
      said("KeyError: 'ACME_API_TOKEN'"),
      said('Error: DATABASE_URL is not set'),
      said("PermissionError: [Errno 13] Permission denied: 'out.csv'"),
    ],
    no: [said("KeyError: 'price'"), said('The variable page says what is required.')],
  }),
  trouble({
    id: 'trouble.not-started',
    reason: 'SETUP_FAILED',
    sentence: 'A program that the run needs did not start.',
    says: /^\W{0,6}(?:[\w.-]+ ){1,4}(?:has |have )?failed to (?:start|launch|boot|initiali[sz]e)\b/i,
    yes: [said('Cypress failed to start.'), said('Server failed to start: no config')],
    no: [said('The page tells what to do if a job failed to start.')],
  }),
  trouble({
    id: 'trouble.options',
    reason: 'SETUP_FAILED',
    ofWhole: 'LAUNCH_REJECTED',
    sentence: 'The command does not know one of its options, or a required option is missing.',
    not: /\bnot an?\b/i,
    says: /^\s{0,4}(?:\S{1,100}: |(?:[\w.:-]{1,60} ){1,4}[A-Z]\d{2,5}: )?(?:error: |fatal: )?(?:unknown|unrecogni[sz]ed|unexpected|invalid|illegal)(?: or (?:unknown|unexpected|invalid))? (?:option|flag|argument|parameter|switch|subcommand|command)s?\b:? ?\S|\bflag provided but not defined: |^\S{1,100}: error: (?:argument \S|invalid choice)|^(?:\S{1,100}: )?(?:error: )?the following (?:required )?arguments (?:are required|were not provided)|^Processing -File '.{1,200}' failed because\b|\baccepts (?:at (?:most|least) )?\d+ arg\(s\), received \d|\brequires (?:at least|exactly) \d+ arg(?:ument)?\b|^(?:error: )?could not find an? (?:option|subcommand|command) named ["'`]|^\W{0,4}(?:\S{1,100}: )?(?:error: )?(?:too (?:many|few)|not enough) (?:command[- ]line )?arguments\b|^(?:\S{1,100}: )?(?:error: )?invalid value ['"`].{0,60} for ['"`]?-/i,
    yes: [
      said('error: unrecognized arguments: --fast'),
      said('Unknown parameter: "fast".'),
      said('unknown or unexpected option: --fast'),
      said('Could not find an option named "--fast".'),
      said('shop.py: error: the following arguments are required: --cart'),
      said('Error: unknown command "chek" for "acme"'),
      said('Error: accepts 1 arg(s), received 0'),
      said('Error: Too many command line arguments'),
      said("error: invalid value 'loud' for '--format <FORMAT>'"),
    ],
    no: [said('The help explains unknown options.')],
  }),
  trouble({
    id: 'trouble.unsupported',
    reason: 'SETUP_FAILED',
    sentence: 'The program says that it does not support this project, this version or this machine.',
    says: /^\W{0,6}(?:[\w@./-]{1,60} ){1,5}(?:only supports|does not support|doesn't support|(?:is|are) (?:not supported|incompatible)|requires (?:at least )?(?:[A-Z][\w.]{1,30} )?(?:version )?v?\d[\w.]* or (?:later|newer|higher|above))\b/,
    not: new RegExp(
      `${ONLY_MENTIONS.source}|\\b(?:browser|terminal|warn(?:ing)?|deprecat\\w+|no longer|feature|yet)\\b`,
      'i',
    ),
    yes: [said('Acme only supports ESM projects.'), said('acme requires Node.js 22 or later')],
    no: [said('This terminal does not support colours.'), said('WARNING: it only supports one cart')],
  }),
]
