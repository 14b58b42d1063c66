/** What suggests that something around the work is missing, wrong, refused or out of reach. */
import { COULD_NOT, NOT_THERE, type LastResortRule } from './last-resort-rule.ts'

const THING =
  '(?:files?|folders?|director(?:y|ies)|path|commands?|packages?|images?|config\\w*|settings?|data ?sets?|checkpoint|weights|models?|binar(?:y|ies)|librar(?:y|ies)|executables?|devices?|partition|disk|services?|databases?|tables?|columns?|relations?|schema|volumes?|networks?|hosts?|servers?|plugins?|extensions?|drivers?|dependenc(?:y|ies)|tools?|programs?|versions?|release|tags?|artifacts?|resources?|certificates?|secrets?|profiles?|targets?|buckets?|cluster|region|account|project|workspace|kernel|interpreter|SDK|JDK|JAVA_HOME|PATH|browser|script|task|template|recipe|role|chart|manifest|key|variables?|port|socket|display|GPU|module)'

export const surroundingHints: readonly LastResortRule[] = [
  {
    id: 'last.git-repository',
    reason: 'GIT_CHECKOUT_FAILED',
    sentence: 'Git does not find a repository, a commit or a branch.',
    weight: 5,
    says: [
      /\bnot a git repository\b|\b(?:commit|branch|revision|ref|pathspec|refspec)\b.{0,60}\b(?:not found|does not exist|did not match|not a tree|unknown)\b|\breference is not a tree\b|\bcould(?: not|n't) find remote ref\b|\blocal changes to the following files would be overwritten\b|\bautomatic merge failed\b|\bcheckout\b.{0,60}\b(?:failed|error|aborted)\b/i,
    ],
    yes: ['fatal: Not a git repository (or any of the parent directories): .git'],
    no: ['Error: the cart is not a list'],
  },
  {
    id: 'last.git-remote',
    reason: 'GIT_CLONE_FAILED',
    sentence: 'Git does not reach its remote.',
    weight: 5,
    says: [
      /\bgit-remote-\w+\b|\bgit (?:clone|fetch|pull|submodule)\b.{0,80}\b(?:failed|error|exited)\b|\b(?:fail(?:ed|ure)|error|unable) (?:to )?(?:clon(?:e|ing)|fetch(?:ing)? (?:from )?(?:origin|remote|submodule)|access ['"]https?:)|\bcould not read (?:from remote repository|username)\b|\bearly EOF\b|\bRPC failed; curl\b|\bremote (?:end hung up|repository not found)\b/i,
    ],
    yes: ['error: cannot fork() for git-remote-https: Resource temporarily unavailable'],
    no: ['Error: remote cart is empty'],
  },
  {
    id: 'last.login',
    reason: 'SETUP_FAILED',
    ofAgents: 'AUTH_FAILED',
    sentence: 'A login, token or key is missing, wrong or expired.',
    weight: 3,
    says: [
      /\bsession (?:has |is )?(?:expired|invalid)\b|\b(?:tokens?|credentials?|api[ _-]?keys?|login|password|licen[cs]e|passphrase)\b.{0,60}\b(?:(?:is |are |was )?not (?:valid|authori[sz]ed|authenticated|logged|allowed|provided|set|found|configured)|invalid|expired|missing|required|rejected|incorrect|revoked|denied|wrong)\b|\b(?:invalid|expired|missing|incorrect|wrong|bad|no) (?:\w+ )?(?:tokens?|credentials?|api[ _-]?keys?|password|licen[cs]e|username)\b|\b(?:terminal|authentication|authori[sz]ation|login|log ?in|sign ?in) (?:is )?required\b|\b(?:authenticat|authori[sz])\w+ (?:has )?(?:failed|failure|error|denied)\b|\b(?:un(?:authori[sz]ed|authenticated)|not (?:logged in|authenticated|authori[sz]ed))\b|\b401\b|\b(?:403|access|request|status|http|error)\b.{0,20}\bforbidden\b|^\W{0,6}forbidden\b|: forbidden\b|\b(?:failed|unable|could not) to (?:log ?in|sign ?in|authenticate)\b|\bplease (?:log|sign) ?in\b|\b(?:run|use) \S{1,40} (?:login|auth)\b/i,
    ],
    not: /\blicen[cs]e header|\bunexpected token\b|\b(?:invalid|missing|bad|no) (?:\w+ )?token (?:at|in|near|'|"|`)|\btokens? (?:limit|count|per|used)|\bparse\b|\bcontext\b|\bsyntax\b/i,
    yes: ['Error: The specified token is not valid.', 'Error: Interactive terminal required for login.'],
    no: ['Error: unexpected token }'],
  },
  {
    id: 'last.not-allowed',
    reason: 'SETUP_FAILED',
    ofAgents: 'PERMISSION_BLOCKED',
    sentence: 'The system or a server does not allow it.',
    weight: 2.2,
    says: [
      /\b(?:permission|access|operation) (?:was |is )?(?:denied|not permitted|refused|forbidden)\b|\bnot permitted\b|\bEACCES\b|\bEPERM\b|\bread-only file ?system\b|\b(?:insufficient|missing|lacks?|without) (?:\w+ )?(?:permissions?|privileges?|rights|scopes?)\b|\brequires? (?:root|sudo|administrator|elevated)\b|\bmust be (?:run as )?root\b/i,
    ],
    not: /\bkill\(\)/,
    yes: ['Error: permission denied for the shop'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.network',
    reason: 'SETUP_FAILED',
    ofAgents: 'LLM_ERROR',
    sentence: 'A server, a name or a certificate is out of reach.',
    weight: 2.6,
    says: [
      /\b(?:ECONN\w+|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ERR_(?:NAME|CONNECTION|INTERNET|NETWORK)\w+)\b/i,
      /\b(?:connection|connect|network|socket|dns|proxy|tls|ssl|https?|gateway|handshake|certificate)\b.{0,60}\b(?:refused|reset|closed|aborted|lost|unreachable|failed|failure|errors?|timed? ?out|not (?:known|resolved|reachable)|unavailable|expired|invalid|terminated|dropped|broken)\b/i,
      /\b(?:could(?: not|n't)|cannot|can't|unable to|failed to) (?:resolve (?:the )?(?:host|name|address|domain|proxy|server|registry|dns)|reach|connect|contact|establish|access (?:the )?(?:server|host|network|database|registry|repository))\b/i,
      /\b(?:host|server|service|endpoint|peer|remote|registry|database|broker|socket)\b.{0,40}\b(?:unreachable|not (?:reachable|responding|running|listening)|is down|did not respond|refused|unavailable|offline)\b/i,
      /\b(?:no such host|name or service not known|temporary failure in name resolution|fetch failed|network error)\b/i,
      /\b(?:HTTP|status(?: code)?|response|returned|server)\b.{0,20}\b(?:404|408|409|410|422|5\d\d)\b/i,
    ],
    yes: ['Error: the database server is not reachable'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.versions',
    reason: 'SETUP_FAILED',
    sentence: 'Versions of packages, tools or platforms do not fit.',
    weight: 2.6,
    says: [
      /\b(?:unsupported|incompatible|conflicting|unmet|unsatisfied|unsatisfiable|mismatched|wrong|old|outdated) (?:\w+ ){0,2}?(?:versions?|engine|platform|architecture|dependenc(?:y|ies)|peer|requirements?|constraints?|runtime)\b/i,
      /\b(?:versions?|dependenc(?:y|ies)|requirements?|constraints?|packages?|peer)\b.{0,80}\b(?:conflicts?|conflicting|mismatch|not (?:satisfied|supported|compatible|satisfiable|met)|unsupported|incompatible|unsatisfiable|required|too (?:old|new|low)|cannot be (?:resolved|satisfied|installed))\b/i,
      /\bno (?:matching|compatible|suitable|candidate|available|installation) (?:version|distribution|package|release|manifest|platform|binary|candidate)s?\b|\brequires? (?:a |an )?(?:\w+ ){0,2}(?:version|>=|>|~|\^|\d+\.\d)|\bversion solving failed\b|\bunable to resolve dependency\b|\bis not compatible with\b|\block ?file\b.{0,80}\b(?:out of (?:date|sync)|outdated|mismatch|not up to date|frozen|needs? to be updated|missing|broken)\b/i,
      /\bchecksum|\bhash(?:es)? (?:mismatch|do(?:es)? not match)|\bintegrity check\b|\bsignature\b.{0,40}\b(?:invalid|not (?:valid|verified|available)|failed|expired)\b/i,
    ],
    yes: ['Error: acme requires version 4 of the parser', 'ERROR: the lockfile is out of date'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.in-use',
    reason: 'SETUP_FAILED',
    sentence: 'What it wants to make or take is there already, locked or used up.',
    weight: 2.2,
    says: [
      /\b(?:already (?:in use|exists?|running|allocated|taken|bound|defined|locked|registered|been (?:used|taken|published))|address in use|EADDRINUSE|is locked|(?:could not|cannot|unable to|failed to) (?:get|acquire|obtain) (?:\w+ ){0,2}lock|quota|(?:limit|capacity) (?:\w+ )?(?:exceeded|reached)|device (?:is )?busy|resource (?:busy|temporarily unavailable))\b/i,
    ],
    yes: ['Error: a shop of this name already exists'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.environment',
    reason: 'SETUP_FAILED',
    sentence: 'A setting, a variable or an option is missing or wrong.',
    weight: 2.4,
    says: [
      /\b(?:env(?:ironment)?(?: variables?| vars?)?|variables?|settings?|config(?:uration)?|option|flag|argument|parameter|property|field|key|secret|input)\b.{0,60}\b(?:not (?:set|defined|found|specified|provided|configured|recogni[sz]ed|supported|valid|allowed)|(?:is|are|was) (?:required|missing|undefined|empty|unset|invalid|unknown)|must (?:be|have|not)|unset|missing)\b|\bmust be (?:installed|configured|enabled|running|set|provided|specified)\b/i,
      /\b(?:missing|undefined|unset|unknown|invalid|unrecogni[sz]ed|unexpected|illegal|bad|wrong|unsupported|ambiguous) (?:\w[\w ]{0,30} )?(?:env(?:ironment)?|variables?|settings?|config(?:uration)?|options?|flags?|arguments?|parameters?|property|field|key|secret|input|subcommand|command|value|switch)\b/i,
      /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b.{0,40}\b(?:not set|is required|missing|undefined|unset|not defined|must be)\b|\bplease (?:set|provide|specify|configure|define|install|create|run|check)\b|\bmust (?:set|provide|specify|configure|define)\b/i,
      /\b(?:invalid|malformed|broken|bad|cannot parse|failed to parse|could not parse|error (?:parsing|reading|loading)) (?:the )?(?:\S+ ){0,3}?(?:json|ya?ml|toml|xml|ini|config\w*|manifest|workflow|settings|\S+\.(?:json|ya?ml|toml|xml|ini|cfg|conf))\b/i,
    ],
    not: /\bTypeError\b|\btype error\b|\bmissing value where\b/i,
    yes: ['Error: SHOP_URL must be given', 'error: unknown flag of the shop: --x'],
    no: ['Error: the cart is empty'],
  },
  {
    id: 'last.no-response',
    reason: 'SETUP_FAILED',
    ofAgents: 'LLM_ERROR',
    sentence: 'A request got no response, also after retries.',
    weight: 4,
    says: [
      /\b(?:failed to|could not|unable to|did not) (?:get|receive|obtain|fetch) (?:a |an |any |the )?(?:\w+ )?(?:response|reply|completion|answer)\b/i,
    ],
    yes: ['RuntimeError: Failed to get response after 5 retries'],
    no: ['Error: the response of the cart is wrong'],
  },
  {
    id: 'last.setup',
    reason: 'SETUP_FAILED',
    sentence: 'Something that is needed is not there, or could not be prepared or started.',
    weight: 2,
    says: [
      new RegExp(`\\bno such \\w+\\b`, 'i'),
      new RegExp(`\\bENOENT\\b`, 'i'),
      /\berror (?:while |when )?(?:downloading|fetching|installing|deploying|uploading|resolving (?:\w+ ){0,2}(?:dependenc\w+|packages?|plugins?|versions?|hosts?|artifacts?))\b|\bRes(?:olve|olution)Exception\b/i,
      new RegExp(`\\bcommand not found\\b`, 'i'),
      new RegExp(`\\bnot (?:installed|recogni[sz]ed as|in (?:your |the )?PATH)\\b`, 'i'),
      new RegExp(`\\b(?:${THING})\\b.{0,80}\\b${NOT_THERE}\\b`, 'i'),
      new RegExp(`\\b${NOT_THERE}\\b: \\S`, 'i'),
      new RegExp(`\\bmissing (?:[\\w.'"\`-][\\w.'"\` -]{0,60} )?(?:${THING})\\b`, 'i'),
      new RegExp(
        `\\bno (?:[\\w.'"\`-][\\w.'"\` -]{0,60} )?(?:${THING}) (?:was |were |is |are )?(?:found|available|specified|provided|defined|configured|given|set)\\b`,
        'i',
      ),
      new RegExp(
        `\\b(?:${COULD_NOT}) (?:start|launch|boot|open|bind|listen|spawn|restore|install|download|fetch|pull|provision|configure|initiali[sz]e|create|load|mount|allocate|acquire|locate|access|read|find|get|retrieve|determine|register|deploy|publish|upload|push|apply|execute|run|write|copy|extract|unpack|verify|prepare|set up|enable|activate|attach|detect|look ?up|update|upgrade|switch)\\w*\\b`,
        'i',
      ),
      new RegExp(
        `\\b(?:packages?|dependenc(?:y|ies)|restore|install(?:ation)?|download|provisioning|deploy(?:ment)?|release|publish|upload|migrations?|setup|initiali[sz]ation|configuration|start-?up|prerequisites?|pre-?flight|sync)\\b (?:\\w+ ){0,3}?(?:failed|failure|error|unsuccessful|aborted)\\b`,
        'i',
      ),
    ],
    yes: ['##[error]Packages failed to restore', 'Error: Could not start local development server'],
    no: ['Error: the cart is empty'],
  },
]
