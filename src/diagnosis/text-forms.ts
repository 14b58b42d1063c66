/**
 * How plain lines report problems, mention them, or report a recovery. The text rules and the success gate use these.
 */
import { anyOf } from '../signals/any-of.ts'
import { cued } from '../signals/cued.ts'
import { ERROR_ELSEWHERE } from './language-rules.ts'

/** A line that reports an error, not one that mentions it: the word is early, and a colon or bracket follows. */
const REPORTS: RegExp = anyOf([
  /^(?:[A-Za-z_]\w*\.)+[A-Z]\w*: /,
  /^\W{0,6}(?:\d+: )?(?:\w+ ){0,2}?(?:[Ff]ailed|[Uu]nable) to \w/,
  /^\W{0,6}(?:\d+: )?(?:[Cc]ould not|[Cc]ouldn't|[Cc]annot) (?:connect|reach|contact|resolve)\b/,
  /^\s{0,8}(?:[✗✘✖❌⨯]|🚨|🛑|💥) ?\S/,
  /^\W{0,6}(?:An )?(?:\w+ )?[Ee]rror occurred\b/,
  /^\W{0,6}(?:\w+ ){0,2}error \w+: /,
  /^\W{0,12}(?:\S+\s+){0,8}?\[?(?:[\w.]*(?:Error|Exception)|ERROR|FATAL|CRITICAL|fatal|error|failed|failure|FAILED|panic)\]?\s*(?:[:|(\-–—!]|\d{3}\b)/,
  /\bError\b[^:]{0,40}: [45]\d\d\b/,
  /^\W{0,6}(?:Error|ERROR|FATAL|API Error)\b/,
  /\b(?:HTTP|status(?: code)?)[:/ ]+\d/,
  /^\W{0,6}SQLSTATE\[/,
])

/** Settings, help texts and negations that name a problem without having it. Text after a report is advice. */
export const ONLY_NAMES: RegExp = anyOf(
  [
    /^HTTP\/\d|^[\da-f]{7,40} \S/,
    /^\W{0,4}(?:fix|feat|test|chore|docs|refactor)(?:\([\w-]+\))?!?: /,
    /^\W{0,4}(?:\w+ )?commit(?:ted)?\b|^\s*(?:[-*] )?(?:✅|[✓✔☑])/,
    /^(?:[^.]|\.(?=\S))*?(?:\bnot an? (?:\w+ )?(?:error|crash|failure|problem|bug|limit|issue)\b|\bno \w+ (?:errors?|limits?)\b|\bif (?:you|the|it|this)\b|\bwhen (?:the|a|you)\b|\b(?:default|setting|option|usage):|--[a-z])/,
  ],
  'i',
)

/** A line that its program logs at a level below error. */
export const QUIET: RegExp =
  /^#\d+ [\d.]+ WARN(?:ING)?: |^\S{1,200}\.py:\d{1,6}: \w{0,40}Warning: |^\W{0,4}(?:\[[^\]]{1,40}\]\s+)?\[?(?:WARN(?:ING)?|INFO|DEBUG|TRACE|NOTICE|[Ww]arn(?:ing)?|[Ii]nfo|debug|trace)\b|^(?:[\w.-]{1,60} +\| )?[IW]\d{4} \d\d:\d\d:|^(?:\S{1,40} ){0,3}\[[^\]]{1,40}\] (?:WARN(?:ING)?|INFO|DEBUG|TRACE) |\blevel="?(?:info|debug|trace|warn(?:ing)?)\b|^npm (?:WARN|warn|notice)\b/

/** A name without a problem, or what a program logs as a notice or a warning. */
export const ONLY_MENTIONS: RegExp = new RegExp(`${ONLY_NAMES.source}|${QUIET.source}`, 'i')

/** Quoted text after a word (and not after a field name) is only mentioned. */
const QUOTED =
  /\w ["`“][^"`”]{0,60}(?:limit|reached|exceeded|loop|timed? ?out|cancel|interrupt|denied|budget)/i
export const ONLY_TALKS: RegExp = new RegExp(`${ONLY_NAMES.source}|${QUOTED.source}`, 'i')

/** A provider's sentence at the start of a line, as some agents print it without a prefix. */
const BARE =
  /^\W{0,6}(?:\d: |[a-z]{3,12}:? (?=You)|[a-z]: (?=You))?(?:(?:[Yy]ou(?:'re| are) )?[Oo]ut of (?:\w+ )?credits|[Yy]our (?:session|token|login|subscription) (?:has )?expired|You(?:'ve| have) (?:used|spent|exhausted|run out of) (?:up )?(?:all )?(?:of )?your (?:[\w-]+ ){0,3}(?:credits?|quota|requests|tokens|allowance)|(?:[Ii]nternal )?[Ss]erver error|(?:[Dd]aily|[Ww]eekly|[Mm]onthly|[Ss]ession) (?:\w+ )?(?:limit|quota) (?:reached|exceeded)|[Aa]uthentication (?:failed|required)|(?:[Yy]our )?[Cc]redit balance is too low|(?:[Ii]nvalid|[Ii]ncorrect|[Mm]issing|[Ee]xpired) (?:API|api)[ _-]?[Kk]ey(?: provided)?|[Nn]ot logged in|There's an issue with the selected model\b[^.]{0,80}|You(?:'ve| have) (?:hit|reached|exceeded|exhausted) your (?:[\w-]+ ){0,4}(?:limit|quota|capacity|allowance)(?: on (?:this|the) model)?|[Tt]oo many requests|[Rr]ate limit (?:reached|exceeded)|[Uu]sage limit reached|[Ii]nsufficient (?:credits?|quota|balance|funds)|[Uu]nauthori[sz]ed|[Pp]ayment required|[Pp]rompt is too long|This model's maximum context length\b[^.]{0,80}|[Tt]oo many (?:input |prompt )?tokens)(?:$|\s*[.:;,·!|(–—]|\s{1,4}(?:[A-Z]|[Pp]lease|and |for |on ))/
/** A status first, then the provider's message: `404 The model does not exist`. */
const STATUS_FIRST = /^\W{0,6}[45]\d\d (?:status code|\{"|[A-Z])/
export const TELLS: RegExp = cued(
  /error|exception|fail|unable|could|cannot|fatal|critical|panic|http|status|sqlstate|\b[45]\d\d |\.[a-z]\w*: |[✗✘✖❌⨯🚨🛑💥]|expired|credit|quota|limit|tokens|allowance|requests|logged|auth|api[ _-]?key|model|payment|prompt/iu,
  new RegExp(`${REPORTS.source}|${BARE.source}|${STATUS_FIRST.source}`),
)

/** Every line that a text rule can match contains one of these. Most lines are skipped after one test. */
export const MAY_TELL: RegExp = anyOf(
  [
    /error|exception|full trace|context (?:length|window)|fatal|fail|HTTP|halted|ready/,
    /not authorized|in use|hearing from|communication|refused|reset|unreachable|no such/,
    /restarted|\b[45]\d\d\b|used all|blocked|limit|exceed|exhaust|quota|credit|fund/,
    /timed?[ -]?out|timeout|deadline|interrupt|cancel|abort|SIG[A-Z]|\^C|permission|approv/,
    /confirmation|do you want|allow (?:once|this|the)\b|still |allowed|permitted|denied/,
    /not found|missing|exist|unset|not set|require[ds]|unsatisfied|panic|reject|unhandled/,
    /uncaught|stuck|loop|stall|configuration|argument|server error|stagnat|giv(?:e|ing) up/,
    /gave up|unable|not able|could not|couldn't|cannot|can't|reached|budget|out of extra/,
    /hit your|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|invalid_request|overload|capacity|throttl/,
    /too (?:long|large|many)|api[ _-]key|auth|credential|insufficient|payment|sorry|can'?t help/,
    /Node\.js v\d|guardrail|certificate|resolution|resolve|no such host|not known|unknown|no route|curl: |not enough/,
    /manage|ran out of|had to stop|stop here|half|partly|partially|hook|не удалось/,
    /no (?:he podido|pude|puedo|ha sido)|não (?:consegui|pude|foi)|je n'ai pas|ich (?:konnte|kann|komme)|无法|できませんでした/,
    /support|incompatib|requires|accepts .*received|too (?:many|few) arg|unexpected|unrecogni|invalid (?:option|flag|argument|parameter|value|compose)|unbound|environment variable/,
  ],
  'i',
)

/** A line that announces the next attempt. */
export const TRIES_AGAIN: RegExp =
  /\b(?:re-?trying|trying again|(?:will|going to) try again|(?:try|tries|attempt)=\d+|will (?:be )?retr(?:y|ied)|retry[_ ](?:in|after)(?:[_ ]m?s)?["']?[:=]? ?[\d.]+ ?[a-z]*|trying (?:the )?(?:mirror|next|other|another|alternative)\b|(?:attempt|retry|try) #?\d+ ?(?:\/|of) ?\d+)\b/i

/** A line that says that the program now does the same in another way. `Please retry in 34 s` is only advice. */
export const TRIES_ANOTHER: RegExp = /\b(?:re-?trying|trying (?!to\b))|\bfall(?:ing|s)? ?back\b/i

/** A line that says that the program goes on without what failed. */
export const GOES_PAST: RegExp =
  /\b(?:fall(?:ing|s)? ?back|defaulting to|using (?:the |an? )?(?:default|fallback|cached|placeholder|substitute|alternative|backup|built-in)\w*|ignor(?:ed|ing)|skipp(?:ed|ing)|continuing|proceeding|non-?fatal)\b/i

/** A later line that says that what failed before is there now, or that another attempt worked. */
export const IS_BACK: RegExp =
  /\b(?:is|are) (?:now )?(?:up|ready|healthy|available|reachable|online|back)[.!]?$|\b(?:attempt|retry|try) #?\d+(?: ?(?:\/|of) ?\d+)?:? (?:succeeded|was successful|worked)\b/i

/** Words that report a recovery from an earlier problem. */
export const GOT_OVER: RegExp = anyOf(
  [
    /^(?!.*\b(?:not|never|n't|un(?:able|success\w*|resolved)|fail(?:ed|s|ure)?|cannot|exit)\b).*(?:\b(?:fixed|resolved|succeeded|success(?:ful(?:ly)?)?|(?:works?|runs?|starts?|builds?) (?:now|again|fine)|now (?:works?|runs?|starts?|builds?))\b|\b(?:tests?|checks|build|suite) (?:now |all )?pass(?:es|ed)?\b|\b(?:task|work|everything|all) (?:is|are) (?:now )?(?:complete|done|finished|green)\b|\breconnected\b|^\W*(?:I(?:'ve| have)? )?(?:also |then |now )?(?:added|changed|updated|implemented|wrote|documented|replaced|removed|created|edited)\b)/,
  ],
  'i',
)

/** What follows a word of trouble if the line names a figure, a setting or a topic, and no trouble. */
const NO_TROUBLE =
  '(?![-\\w]* ?(?:rates?|counts?|handl\\w+|logs?|logging|messages?|codes?|bars?|margin|boundary|boundaries|report(?:ing|s)?|pages?|types?|correction|detection|recovery|analysis|tracking|state|over|test)\\b)(?!\\(?s?\\)?\\s*[:=]?\\s*(?:0|no|none|false|null)\\b)(?! (?:\\w{1,20} ){0,2}\\w{1,20}:\\s*[`"\']?(?:0|no|none|false|null|n/a)\\b)'

/** A line that denies or limits the trouble that it names. */
const DENIED =
  '(?!(?:(?!\\bbecause\\b).)*\\b(?:0|no|not|none|never|without|zero|if|when|would|should|may|might|could|can|retry\\w*|previous\\w*|allowed|expected|ignor\\w+|skip\\w*|fix\\w*|handl\\w+) )'

/** An unspecific line that proves a failure if the exit code is unknown: the output ends in an error. */
export const ENDS_IN_ERROR: RegExp = cued(
  /err|exception|can't|cannot|could|unable|fail|no (?:succ|vali|work|usab)|no such|denied|no route|is unreachable|a directory|read-only|no space|input\/output|too many open|allocate|busy|temporarily|problem|did not|invalid|missing|unterminated|unknown|undefined|extra|regression|assertion|found|detected|there |rejected|expired|broken pipe|reset by|timed out|closed|curl|emerg|alert|\[crit|\[-\]|not enough|insufficient|unhandled|bailing|not permitted|refused|exit|halted|full trace|non-zero|fatal|critical|severe|panic|abort|crash|giving up|went wrong|unexpected|max[_ -]?(?:turns|iter|steps|rounds|loops)|^X |fehler|schwerwiegend|fatale|fataal|fout|hata|chyba|virhe|hiba|galat|kesalahan|fall|falhou|not be found|not found|limit|quota|backoff|errimage|falsch|packet loss|reconnu|reconoce|erkannt|ORA-|TNS-|SP2-|PLS-|^E: |^Msg \d|CategoryInfo|kill|fault|called from|raised|resolved|r\(\d|heartbeat|no (?:output|progress|activity)|API|logged in|balance|too long|refusing|without success|MISMATCH|VIOLATION|gefunden|error|not found|lock|\^C|blocked|asleep|stuck|hung|frozen|without a result|exhausted|verdict|fehler|erreur|errore|ошибка|EXC_|Native Crash|Active: |Termination|[^\0-\x7f]/i,
  anyOf([
    ERROR_ELSEWHERE,
    // The words of a command that another one quotes.
    /^(?:(?:[Cc]ommand|[Ee]rror|[Ss]tandard) )?(?:[Oo]utput|stderr|STDERR): (?:[Ff]ailed to|[Cc]annot|[Cc]ould not|[Uu]nable to|[Ee]rror:|fatal:) /,
    // States of a pod that does not start.
    /\b(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|CreateContainerConfigError|RunContainerError)\b/,
    // A provider speaks to the user of the account.
    /^\W{0,6}(?:[a-z]: )?You(?:'ve| have) (?:hit|reached|exceeded|exhausted|used up) your (?:[\w-]+ ){0,4}(?:limit|quota)(?:$|\s*[.:;,·!|(–—]|\s{1,4}[A-Z])/,
    /^\W{0,6}(?:[A-Za-z_$][\w$]{0,60})?(?:Error|Exception) \{/,
    /^\[(?:error|ERROR|fatal|FATAL|severe|SEVERE|ALERT|EMERG|CRIT|CRITICAL)\s?\]\s{0,4}(?!Total time)\S/,
    // A script removes its files whether they exist or not.
    /^(?!(?:rm|rmdir|unlink): )\S{1,200}: (?:can't|cannot|could not|unable to|failed to) \w/,
    // Make says this of a file that it includes and may be able to make. If it is not, an error of make follows.
    /^(?!(?:rm|rmdir|unlink|mkdir|ls|cat): |\S*(?:[Mm]akefile|\.mak|\.mk)\S{0,20}:\d+: ).*: (?:No such file or directory|Directory nonexistent|Permission denied|Operation not permitted|Connection (?:refused|reset by peer|timed out|closed(?: by remote host)?)|No route to host|Network is unreachable|Not a directory|Is a directory|Read-only file system|No space left on device|Input\/output error|Exec format error|Too many open files|Cannot allocate memory|Device or resource busy|Resource temporarily unavailable|Broken pipe|No such device(?: or address)?)$/,
    // Programs in C put the level between stars, after the place in the code.
    /^.{0,160}?(?:^|[\s:])\*(?:ERROR|FATAL|CRITICAL)\*:? \S/,
    /^\W{0,6}[Nn]o (?:successful|valid|working|usable) (?:\w+ )?(?:attempts?|runs?|results?|solutions?|tries|patch(?:es)?|candidates?|builds?)\b/,
    // curl gives the number of its error.
    /^\s{0,8}(?:[\w./-]{1,60}: )?curl: \(\d{1,3}\) \S/,
    // Syslog has levels above the error. Programs of security testers mark a failure with a minus.
    /^(?:[\w.-]{1,40}: )?\[(?:emerg|alert|crit)\]:? \S/,
    /^\[-\] (?:[A-Z]{2,} ){0,2}(?:ABORT|[Ee]rror|ERROR|[Ff]ailed|[Cc]ould not|[Cc]annot|[Uu]nable to)\b/,
    /^(?:There (?:is|are|was|were) )?(?:[Nn]ot enough|[Ii]nsufficient) \w+ (?:available|left|free|to|for|in|on)\b/,
    /\b(?:finished|ended|completed|exited|stopped) with (?:(?:some|the|an?|\d+) )?(?:errors?|problems?|failures?)[.!]?$/,
    // Signale and consola: scopes, an arrow and a cross.
    /^(?:\[[^\]]{1,40}\] ){0,3}› {1,2}[✖✘✗] {1,2}\S/,
    /^\[!\] [A-Z].*\b(?:missing|invalid|failed|could not|cannot|unable|not found|error|denied|rejected|expired)\b/,
    new RegExp(`^\\W{0,8}(?:\\[[\\w-]{1,40}\\] )?${DENIED}(?:[\\w./-]+ ){1,6}did not succeed\\b`),
    // An interpreter names the place in its program: `awk: line 2: missing }`.
    /^[\w./-]{1,60}: (?:\S{1,60} )?(?:line|expression|file) .{1,60}: (?:missing|unterminated|unexpected|unknown|undefined|invalid|extra)\b/,
    // The runtime of Wine and Windows.
    /\b[Uu]nhandled (?:page fault|exception) (?:on|at|in) \S/,
    // The name of an exception, with its place instead of a colon.
    /^(?:[A-Za-z_]\w*\.)*[A-Z]\w+(?:Error|Exception) in (?:rule|file|line|module|function|class|method)\b/,
    /^exit (?:status|code):? [1-9]\d*$/,
    /^exec \S{1,200}: exec format error$|^\s{0,8}Active: failed \(|\b(?:success or )?error status: (?!0\b)\d/,
    // The reports of systems about a program that died.
    /^Exception Type:\s{1,20}EXC_|^Termination Reason: .{0,80}\bCode (?!0\b)\d|^Exception code: 0x[cC]0000\w{3}|^Faulting (?:application|module) name: |^\s{0,8}Native Crash Reporting$|\bUnhandled page fault on (?:read|write) access\b|\bEXCEPTION_ACCESS_VIOLATION\b/,
    // The error codes of databases, the errors of apt, the records of PowerShell.
    /^(?:ORA|PLS|TNS|RMAN|SP2|SQL)-?\d{4,5}[A-Z]?: \S|^Msg \d+, Level (?:1[1-9]|2\d), State \d|^E: \S|^\s*\+ CategoryInfo\s{1,12}: [A-Z]\w+/,
    /^[\w.-]{1,60}: [Ee]rror - \S|^SCRIPT ERROR: \S|\bkilled by (?:the )?(?:OOM|out[- ]of[- ]memory|kernel|signal [1-9])/,
    /\b100% packet loss\b|^(?:Microsoft \w{1,20} )?[Rr]un-?time error '?[\da-f-]{2,12}'?:/,
    /\bEXCEPTION CAUGHT BY [A-Z]|\bFATAL EXCEPTION: \S|^\W{0,4}[A-Z][A-Za-z]{1,60}(?:Error|Exception) \(.{1,300}\):?$/,
    /^[Ee]rror (?:running|starting|building|creating|loading|parsing|executing|connecting to|reading|writing|deploying|installing) [^:]{1,120}: \S/,
    /^(?:Found|There (?:was|were|is|are)) (?:[1-9]\d* )?(?:errors?|failures?)\b/,
    /^(?:\S{1,80}: )?Permission denied(?:, please try again\.$| \()/,
    /\b(?:reached|hit|exceeded) (?:the )?max[_ -]?(?:turns|iterations|iters|steps|rounds|loops)\b.{0,40}\b(?:without|before|not)\b/i,
    /^\W{0,6}(?:Found|Detected|There (?:are|were)) [1-9]\d* (?:\w+ ){0,2}(?:errors?|failures?|violations?|mismatch(?:es)?|regressions?)\b/,
    /^\W{0,4}REGRESSIONS?[:!] |^Assertion (?:is|was) false\b|\bEncountered (?:an? )?(?:internal |unexpected |fatal )?(?:error|exception)\b/,
    /^(?:[\w"'./-]{1,80}:? ){1,3}compilation error$/,
    new RegExp(
      `^\\W{0,6}(?:[\\w.@/-]{1,60}:? ){0,2}[[(<]?(?:ERROR|ERR|FATAL|CRITICAL|SEVERE)[\\])>]?(?=[\\s:|])${NO_TROUBLE}`,
    ),
    new RegExp(
      `^\\W{0,6}(?:Error|Failed|Failing|Failure|Fatal(?: [Ee]rror)?|Aborting|Crashed|Unexpected error)\\b${NO_TROUBLE}`,
    ),
    new RegExp(
      `^\\W{0,8}${DENIED}(?:["'(]?[\\w./:@#=+-]+["')]?,? ){1,8}?(?:has |have |was |is )?(?:failed|FAILED|errored|crashed|aborted)(?:[.!:;]|$| (?:with|in|to|at|after|because|due|for|on|:)\\b)`,
    ),
    /^\W{0,6}(?:\S+ ){0,8}?(?:[Aa]borting|Terminating|[Bb]ailing out|[Gg]iving up)[.!]{0,3}$/,
    /\b(?:<[\w-]{1,40}>|\S{1,120}):\d{1,7}(?::\d{1,5})?: (?:fatal )?error: \S/,
    /\bfailed with error: /,
    /^\W{0,6}\w[\w .-]{0,40} failed to (?:start|load|launch|initiali[sz]e|connect)\b/,
    /^Execution halted$|^error: called from$|^fatal error encountered in \S|\braised (?:an )?(?:unhandled )?exception:?$/,
    // Java logs name the thread before the level, and the logger after it.
    new RegExp(
      `^(?:[\\d:.,TZ+-]{8,35} +)?(?:\\[[^\\]]{1,80}\\] +){1,3}(?:ERROR|FATAL|SEVERE|CRITICAL)\\s+[^\\s]${NO_TROUBLE}`,
    ),
    // Levels of logs in other languages.
    /^(?:[\d.:,TZ/-]{4,40} {1,4}){0,3}(?:FEHLER|ERREUR|ERRORE|SCHWERWIEGEND|FATALE|ОШИБКА)\s{1,4}\S/,
    /\berror termination\b|: Unknown error -?\d+$|^(?:MISMATCH(?:ES)?|VIOLATIONS?)[:!] |^\s*Exception code: 0x[cC]0000\w{3}|\bFaulting application name: |^Kein \S.{1,80} gefunden\.?$/i,
    /^Result for \S{1,100}: resolved: False$/,
    // Stata gives the number of the error as the result.
    /^r\(\d{1,4}\);$/,
    /\bno (?:output|heartbeat|progress|activity) for \d+ ?\w*\W{1,6}(?:SIGTERM|SIGKILL|kill|stopp|abort|terminat)/i,
    /^\W{0,6}(?:[\w-]{2,20}: )?(?:Invalid API key|Not logged in|Credit balance is too low|Prompt is too long|API Error)\b(?! (?:handling|page|tests?|codes?)\b)/,
    /\brefusing to (?:open|create|push) an empty \w+/,
    /^\[!\] No \S.{1,80} found\b|^(?:Can ?not|Could not|Unable to) find \S/,
    /^Detected (?:problems|errors) in \d+ modules?\b/,
    /^(?:Resource|File|Module|Package|Command|Program|Config(?:uration)?|Model|Data ?set|Image|Folder|Directory) not found: \S/,
    /^(?:unable|failed) to (?:create|acquire|obtain|get) (?:\w+ )?lock\b|\bgiving up (?:on \S{1,200} )?after \d+ (?:tries|attempts|retries)\b/i,
    /^\W{0,4}\^C.{0,40}\b(?:SIGINT|interrupt\w*|cancel\w*|abort\w*|stopp\w*)(?!.*\bsignal_handler\()/i,
    /\bFound (?:one|[1-9]\d*) (?:Java-level )?deadlocks?\b|\ball goroutines are asleep - deadlock\b|\bINFO: task \S{1,60} blocked for more than \d+ seconds/,
    /\b(?:seems?|appears?) (?:to be )?(?:stuck|hung|frozen), (?:stopping|killing|aborting|restarting|terminating)\b|\bwithout a result[.!]?$/,
    /\bmemory limit\b.{0,40}\bexceeded\b|\bHeap exhausted\b|: signal: killed$/i,
    /\bverdict\b\W{1,4}FAIL(?:ED)?\b|\bbuild finished with problems\b/,
    // The GitHub CLI prints X for its cross if the output is not a terminal.
    /^X [A-Z]\S* [^|]{1,200}\b(?:not|failed|could|cannot|prohibits?|no)\b/,
    /^unexpected ['"`].{1,80}['"`], expect(?:ed|ing):? /,
    /^[\w.-]{1,80}\.(?:[cm]?[jt]sx?|html):\d{1,7} ❌ ?\S/,
    /^[1-9]\d* root error\(s\) found\./,
    // A step with its time: `failed Building the bundles - 13.5s`.
    /^failed [A-Z]\w.{0,120} - [\d.]{1,10} ?m?s$/,
    /^(?:ERROR|FATAL|CRITICAL)\s{2,}\S/,
    /^\(See full trace by running task with --trace\)$/,
    /^(?:Installation|Build|Compilation|Deployment|Migration|Upload|Download) failed\b/,
    /^Status: \d+ ERROR|\breturned non-zero exit status [1-9]/,
    /^\W{0,6}(?:[\w-]+ ){0,4}FAIL(?:ED)?: \d+ \w+/,
    /^\S+: error: (?:argument|unrecognized|the following|invalid choice)/,
    /\b[Aa] crash (?:has been |was )?(?:intercepted|detected|reported)\b/,
    /\bhas failed: |^\W{0,6}ERROR! /,
    /^\W{0,6}(?:\S+\s+){0,3}?\[?(?:ERROR|FATAL|CRITICAL|fatal|Fatal error|Error|error|panic)\]?\s*[:!|]/,
    /^\W{0,6}(?:[\w.-]{1,80} - ){0,2}(?:ERROR|FATAL|CRITICAL) - /,
    /^\W{0,6}(?:[A-Z]\w*\.)*[A-Z]\w*(?:Error|Exception)(?: \[[A-Z_]+\])?: /,
    /^\S+ ERR! /,
    /\b(?:status|result|outcome|verdict)\s*[=:]\s*"?(?:failed|failure|error|fail)\b/,
    /^\W{0,6}(?:FAILED|FAILURE|BUILD FAILED)\b/,
    /\bexited with (?:code|status)[: ]{1,2}(?:ExitFailure )?[1-9]/,
    /^['"`].{1,120}['"`] failed\.(?:$|\s)/,
    /^\s{0,8}(?:[✗✘✖❌⨯]|🚨|🛑|💥)\s*(?:[\w'-]+\s+){0,4}?(?:[Ff]ailed|[Ff]ailure|[Ee]rrored|[Aa]borted|[Cc]rashed|[Cc]ould not|[Cc]ouldn't|[Cc]annot|[Uu]nable|[Ee]rror:)/,
    /^\s{0,8}(?:\[[^\]]{1,40}\] ?)?(?:❌|🛑|💥|🚨)\s?\S/,
    /^\S{1,300}:\d{1,7}:\d{1,5}(?:-\d{1,7}:\d{1,5})? \[?[A-Z]{1,8}\d{1,6}\]? (?:\w+ )?[Ee]rror\b/,
    /^\W*Aborted\b|^\W{0,6}(?:stderr: )?Error [A-Z]{1,8}\d{1,6}: /,
    /^\W{0,6}(?:Oops\W{1,4})?[Ss]omething went wrong\b/,
    /^\W{0,4}(?:<\?xml[^>]{0,80}>\s{0,4})?<Error><Code>\w/,
    /^(?:\S{1,120} - )?[1-9]\d* errors?(?:,| and) \d+ warnings?\b/,
    /\ban unexpected error (?:has )?occurred\b|^\W{0,6}[\w .]{1,60} cannot continue\b/i,
    /^\W{0,6}The following [\w -]{1,60} (?:were|was|could) not (?:be )?(?:found|resolved|located|installed)\b/,
  ]),
)

/** Words with which a command says why it does nothing. They prove a failure only if it says nothing else. */
export const COMPLAINS: RegExp =
  /^(?!(?:rm|rmdir|unlink|mkdir|grep|ls|find): |\S*(?:[Mm]akefile|\.mak|\.mk)\S{0,20}:\d+: )(?!.*\b(?:0|no|zero|without) (?:\w+ )?(?:errors?|failures?|warnings?|problems?|issues|conflicts|vulnerabilities)\b).*\b(?:(?:is|was|are|were|does|do|did|has|have|could|can) ?n(?:o|')t\b|cannot\b|unable to\b|no such\b|not (?:found|mergeable|allowed|permitted|supported|recogni[sz]ed|available|valid|installed|authorized|logged in)\b|no [\w/ -]{1,40} (?:was |were )?(?:found|specified|provided|configured)\b|failed (?:to|because|with)\b|invalid\b|denied\b|refused\b|rejected\b|forbidden\b|unauthorized\b|prohibits?\b|(?:is|are) (?:missing|required|undefined)\b|must (?:be|have|specify|provide)\b|unexpected\b.{0,60}\bexpected\b|(?:accepts|requires|expects|takes) (?:at (?:most|least) |exactly |between |only )?\d+\b.{0,40}\b(?:received|got|given)\b|expired\b)/i
