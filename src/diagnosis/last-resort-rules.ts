/**
 * Words of the last errors of a failed output that no other rule explains. They are wide, because a failure is proven
 * and nothing better is known; the confidence is always low. The first rule that matches decides.
 */
import type { Reason } from '../reasons/reason.ts'

export type LastResortRule = {
  readonly id: string
  readonly reason: Reason
  /** The reason where an agent speaks. */
  readonly ofAgents?: Reason
  readonly sentence: string
  readonly says: RegExp
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

const NOT_THERE =
  "(?:not (?:be )?found|unavailable|undefined|unknown|missing|non-existent|(?:does(?: not|n't)|did not) exist|(?:cannot|could not) be (?:found|resolved|loaded))"

export const lastResortRules: readonly LastResortRule[] = [
  {
    id: 'last.git-repository',
    reason: 'GIT_CHECKOUT_FAILED',
    sentence: 'Git does not find a repository, a commit or a branch.',
    says: /\bnot a git repository\b|\b(?:commit|branch|revision|ref)\b.{0,60}\b(?:not found|does not exist|did not match)\b/i,
    yes: ['fatal: Not a git repository (or any of the parent directories): .git'],
    no: ['Error: the cart is not a list'],
  },
  {
    id: 'last.git-remote',
    reason: 'GIT_CLONE_FAILED',
    sentence: 'Git does not reach its remote.',
    says: /\bgit-remote-\w+\b|\bgit (?:clone|fetch|pull)\b.{0,80}\b(?:failed|error|exited)\b/i,
    yes: ['error: cannot fork() for git-remote-https: Resource temporarily unavailable'],
    no: ['Error: remote cart is empty'],
  },
  {
    id: 'last.login',
    reason: 'SETUP_FAILED',
    ofAgents: 'AUTH_FAILED',
    sentence: 'A login, token or key is missing, wrong or expired.',
    says: /\b(?:token|credentials?|session|api[ _-]?key|login|password|licen[cs]e)\b.{0,60}\b(?:(?:is |are )?not (?:valid|authori[sz]ed)|invalid|expired|missing|required|rejected|incorrect|revoked)\b|\b(?:invalid|expired|missing|incorrect) (?:\w+ )?(?:token|credentials?|api[ _-]?key|password|licen[cs]e)\b|\b(?:terminal|authentication|login|log ?in|sign ?in) (?:is )?required\b|\bauthenticat\w+ failed\b/i,
    yes: ['Error: The specified token is not valid.', 'Error: Interactive terminal required for login.'],
    no: ['Error: unexpected token }'],
  },
  {
    id: 'last.rate-limit',
    reason: 'RATE_LIMITED',
    sentence: 'A server asks for fewer requests.',
    says: /\brate limit(?:ed)?\b.{0,20}\b(?:exceeded|reached|hit)\b|\btoo many requests\b/i,
    yes: ['Error: API rate limit exceeded for 192.0.2.7.'],
    no: ['Error: limit of the cart reached'],
  },
  {
    id: 'last.timeout',
    reason: 'TIMEOUT',
    sentence: 'Something took longer than it may.',
    says: /\btimed[ -]?out\b|\btimeout (?:exceeded|reached|expired|error)\b|\bdeadline exceeded\b/i,
    yes: ['Error: the upload timed out'],
    no: ['Error: timeout must be a number'],
  },
  {
    id: 'last.crash',
    reason: 'WORKER_CRASHED',
    sentence: 'A program went away by itself.',
    says: /\b(?:disappeared|terminated|exited|died|closed|stopped) unexpectedly\b|\b(?:has )?crashed\b|\bcore dumped\b|\bunexpected(?:ly)? (?:shutdown|termination)\b/i,
    yes: ['Gradle build daemon disappeared unexpectedly (it may have been killed)'],
    no: ['Error: unexpected end of the cart'],
  },
  {
    id: 'last.tests',
    reason: 'TESTS_FAILED',
    sentence: 'Tests or checks failed, in whatever words.',
    says: /\b(?:tests?|checks|specs?|lint(?:ing)?|verification|validation|assertions?|audit|coverage)\b (?:\w+ ){0,2}?fail(?:ed|ure|ures|s)?\b/i,
    yes: ['npm ERR! Test failed.  See above for more details.'],
    no: ['Error: the test cart is empty'],
  },
  {
    id: 'last.code',
    reason: 'BROKEN_BUILD',
    sentence: 'A part of the code cannot be found, read or built.',
    says: new RegExp(
      `\\b(?:failed to|could not|cannot|can't|unable to) (?:build|compile|bundle|transpile|parse|link|render|transform)\\b|\\b(?:build|compilation|bundling|linking|transpilation) (?:has )?failed\\b|\\b(?:[Mm]odule|[Ii]mport|[Ss]ymbol|[Tt]ype|[Cc]lass|[Pp]roperty|[Mm]ethod|[Ff]unction|[Vv]ariable|[Ii]dentifier|[Nn]amespace|[Cc]omponent)\\b.{0,60}\\b${NOT_THERE}\\b|\\bnon-existent (?:property|method|type|module)\\b`,
    ),
    yes: ['Error: Module Cart was not found.', 'ERROR: Cannot assign to non-existent property "border"'],
    no: ['Error: the build folder is full'],
  },
  {
    id: 'last.setup',
    reason: 'SETUP_FAILED',
    sentence: 'Something that is needed is not there, not allowed, or could not be prepared or started.',
    says: new RegExp(
      `\\b[Nn]o such file or directory\\b|\\b(?:[Ff]ile|[Ff]older|[Dd]irectory|[Cc]ommand|[Pp]ackage|[Ii]mage|[Cc]onfig\\w*|[Dd]ataset|[Mm]odel|[Bb]inary|[Ll]ibrary|[Ee]xecutable|[Dd]evice|[Pp]artition|[Ss]ervice|[Dd]atabase|[Tt]able|[Vv]olume|[Nn]etwork|[Hh]ost|[Ss]erver|[Pp]lugin|[Ee]xtension|[Dd]river)\\b.{0,60}\\b${NOT_THERE}\\b|\\b(?:[Ff]ailed to|[Cc]ould not|[Cc]annot|[Cc]an't|[Uu]nable to) (?:start|launch|boot|open|bind|listen|spawn|restore|install|download|fetch|pull|provision|configure|initiali[sz]e|connect|resolve|mount|create|load|access|reach|allocate|acquire|locate|read)\\b|\\b(?:[Pp]ackages?|[Dd]ependenc(?:y|ies)|[Rr]estore|[Ii]nstallation|[Dd]ownload|[Pp]rovisioning|[Dd]eployment|[Cc]onnection)\\b (?:\\w+ ){0,2}?failed\\b|\\bfailed to restore\\b|\\b(?:[Pp]ermission|[Aa]ccess) denied\\b|\\bnot permitted\\b`,
    ),
    yes: ['##[error]Packages failed to restore', 'Error: Could not start local development server'],
    no: ['Error: the cart is empty'],
  },
]
