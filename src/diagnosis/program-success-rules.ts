/** How programs that are neither an agent nor a known tool end well: jobs, trainings, simulations, checks. */
import { cued } from '../signals/cued.ts'
import { program } from './rule-examples.ts'
import { NO_REPORT, type SuccessRule } from './success-rule.ts'

/** A program says a few more words after its work is done: where the results are, how long it took. */
const LAST_LINES = 8

/** Sentences about a part of the work, after which the program continues. */
const ONLY_A_PART =
  /^\W{0,8}(?:[\w-]+ ){0,3}?(?:epoch|step|batch|iteration|chunk|page|file|item|task|phase|stage|round|fold|request|connection|download|init(?:iali[sz]ation)?|setup|loading|compil\w+|install\w*|startup|warm-?up|handshake|validation|trial) ?(?:#?\d\S*|\S+ of \S+)? (?:is |was |has |been )*(?:completed?|finished|succeeded|concluded)\b/i
/** A program cleans up at its end after a failure too. */
const TIDIES_UP =
  /\b(?:shut(?:ting)?[ -]?down|clean-?up|teardown|graceful(?:ly)?|to complete|waiting|clos(?:ed|ing)|rollback|stopp(?:ed|ing)|turn|retry|backup)\b/i
const WITH_PROBLEMS = /\bwith (?:\w+ )?(?:problems|errors|failures)\b/
const IN_PART = new RegExp(
  `${WITH_PROBLEMS.source}|${NO_REPORT.source}|${ONLY_A_PART.source}|${TIDIES_UP.source}`,
  'i',
)

export const programSuccessRules: readonly SuccessRule[] = [
  {
    id: 'success.program-done',
    sentence: 'The last words of a program say that its work is complete.',
    says: cued(
      /complete|finished|installed|error status: 0|100 - done|succeeded|concluded|normal|done[.!:] /i,
      /^(?:\[?(?:INFO|SUCCESS|OK|DONE)\]?:? )?(?:[\w/&'#.,:()+-]{1,40} ){0,7}?(?:is |are |was |were |has |have |been |now |all )*(?:(?:complete[d]?|finished|succeeded|concluded)(?: (?:successfully|with success))?(?:[.!:]|$|, (?!but\b|however\b|with\b)| (?:in|after|at|with|on|for|without|via) )|(?:finished|ended|exited|terminated|stopped) normally\b)|^\W{0,8}normal termination\b|^(?:all )?done[.!:] .{0,80}\b(?:saved|written|exported|created|generated|imported|processed)\b|\b(?:closed|stopped|ended) \(finished\)|^Summary: \d+ packages? finished\b|\.{3}100 - done\.$|^\S{1,60} (?:v?[\d.]+ )?is installed (?:to|at|in) \S|\binstallation success or error status: 0\b|^Command [`'"].{1,80}[`'"] succeeded\b/i,
    ),
    not: IN_PART,
    within: LAST_LINES,
    yes: [
      program(
        'epoch 331, validation error 5.71 %',
        'Optimization complete with best score of 5.66 %',
        'It ran for 330 m',
      ),
      program('INFO in run.py: reading the data', 'Sampling and analysis complete. Final shape: (2, 64)'),
    ],
    no: [
      program('Training was not completed.'),
      program('epoch 3 complete', 'still at work'),
      program('Error: no port', 'Already shutting down', 'Graceful shutdown completed'),
      program('Optimization complete', 'Traceback (most recent call last):', 'ValueError: no data'),
    ],
  },
  {
    id: 'success.program-made',
    sentence: 'The last words of a program say that it made or kept its result.',
    says: cued(
      /successfully/i,
      /^(?:\[?(?:INFO|SUCCESS|OK|DONE)\]?:? )?(?:[\w/&'#.,:()[\]+-]{1,60} ){0,8}?(?:(?:generated|created|saved|written|exported|uploaded|published|built|deployed|imported|updated|processed|loaded|compiled|verified|validated|applied|migrated|synced|sent|inserted) successfully|successfully (?:generated|created|saved|wrote|written|exported|uploaded|published|built|deployed|imported|updated|processed|compiled|verified|validated|applied|migrated|synced|sent|inserted|finished|completed))\b/i,
    ),
    not: IN_PART,
    within: 4,
    yes: [program('Looking for the sources', 'The code of 3 modules was written successfully.')],
    no: [program('The report could not be generated successfully.')],
  },
  {
    id: 'success.program-state',
    sentence: 'The last line states a good result after a label or as a level.',
    says: /^(?:[\w-]{1,40} ){1,3}(?:success|successful)[.!]?$|^(?:final |overall )?(?:result|verdict|outcome|conclusion|status): .{0,80}\b(?:no (?:errors?|issues|problems|violations|failures|warnings)\b|exceeds?\b|meets?\b|passed\b|valid\b|success\w*|all \w+ (?:ok|good|passed))|^(?:[\w-]{1,40} ){0,3}(?:status|result|outcome): (?:success(?:ful)?|ok|passed|completed?)[.!]?$/i,
    // The readers of Maven and Ant judge the words of their builds.
    not: new RegExp(
      `${NO_REPORT.source}|^build success|\\bfor success|\\b[1-9]\\d* (?:errores|erros?|erreurs|fehler)\\b`,
      'i',
    ),
    within: 3,
    yes: [
      program('2026-01-01 10:00:00,000 INFO Rows: 150', '2026-01-01 10:00:01,000 INFO Import success'),
      program('TOTAL 315 18 94%', '=====', 'RESULT: TOTAL COVERAGE EXCEEDS 85% THRESHOLD', '====='),
    ],
    no: [program('RESULT: TOTAL COVERAGE DOES NOT EXCEED 85%')],
  },
  {
    id: 'success.program-word',
    sentence: 'The last line begins with a word for success in capitals or square brackets.',
    says: /^(?:SUCCESS|Success|PASS(?:ED)?|OK)(?::| -|!) ?\S|^\[(?:done|DONE|ok|OK|success|SUCCESS)\] \S/,
    not: new RegExp(`${NO_REPORT.source}|\\b[1-9]\\d* (?:errores|erros?|erreurs|fehler)\\b`, 'i'),
    within: 3,
    yes: [
      program('OK: Lab-6', 'SUCCESS: No violations were found.'),
      program('asking for prices', '[done] 102 prices'),
    ],
    no: [program('OK: 0 places | 46 errores'), program('fail: price < 500', 'ok: codes > 800')],
  },
  {
    id: 'success.program-all',
    sentence: 'A count in the last lines says that every part is done.',
    says: cued(
      /\d (?:of|\/|out of) \d|done: \d|fail|error|done \d|^all /i,
      /^(?:\S+ ){0,2}?(\d{1,9}) (?:of|\/|out of) \1 (?:\w+ ){0,2}?(?:\(100%\) )?(?:done|completed?|finished|processed|ok|succeeded|passed)\b|^(?:\S+ )?done: \d+ .{0,120}\b(?:scanned|processed|checked|handled|written|read)\b|^(?:\w+ )?(?:failed|errors?|failures?)\s?[:=]\s?0$|^(?:all )?\d+ \w+ (?:\w+ ){0,2}(?:processed|handled|imported|converted|checked|done)\b.{0,40}\b(?:0|no) (?:errors?|failures?|failed)\b|\bERROR SUMMARY: 0 errors\b|^0 (?:errors?|failures?|failed)\b|^no errors?(?: (?:found|reported|detected))?[.!]?$|^Done \d+ runs in \d+ second\(s\)$|^all (?:\w+ ){1,3}(?:identical|equal|match(?:ed)?|the same)[.!]?$/i,
    ),
    not: /\b[1-9]\d* (?:errors?|failed|failures?)\b/i,
    within: 4,
    yes: [program('requests: 4', 'failed: 0')],
    no: [program('5 of 6 steps (83%) done')],
  },
  {
    id: 'success.make-done',
    sentence: 'The last line of the outermost make says that it leaves a folder or has nothing to do.',
    says: /^(?:\S*\/)?g?make: (?:Leaving directory |Nothing to be done for |.{1,200} is up to date\.$)/,
    clean: true,
    within: 1,
    yes: [program('cc -o cart cart.c', "make: Leaving directory '/src/cart'")],
    no: [
      program('make: *** [Makefile:3: cart] Error 1', "make: Leaving directory '/src/cart'"),
      program('cc -o cart cart.c', "make[1]: Leaving directory '/src/cart'"),
    ],
  },
  {
    id: 'success.plan',
    sentence: 'The last line of a plan counts what it would change. An error would follow it.',
    says: /^Plan: (?:\d+ to \w+, ){2,4}\d+ to \w+\.$/,
    within: 1,
    yes: [program('  # acme_cart.main will be created', 'Plan: 2 to add, 0 to change, 0 to destroy.')],
    no: [program('Plan: 2 to add, 0 to change, 0 to destroy.', '', 'Error: no cart')],
  },
  {
    id: 'success.nothing-to-do',
    sentence: 'The last words say that there is nothing to do, and no line reports an error.',
    says: /\b(?:there (?:is|are|was|were) (?:no (?:relevant )?changes|nothing to (?:do|release|publish|commit|deploy|update))|nothing to (?:do|release|publish|commit|deploy|update|migrate)\b|no (?:new version|release) is (?:released|needed|required)|no (?:changes|updates|pending migrations) (?:detected|found|needed|required|to (?:apply|deploy|run|make)))\b/i,
    clean: true,
    within: 3,
    yes: [program('Analyzing 3 commits', 'There are no relevant changes, so no new version is released.')],
    no: [
      program('Error: no cart', 'nothing to do'),
      program('nothing to do for the cart', 'loading', 'loading', 'loading the missing prices'),
    ],
  },
  {
    id: 'success.started-parts',
    sentence: 'The last line is the last thing that was started, and no line reports an error.',
    says: /^\W{0,4}(?:Container|Network|Volume) \S{1,120} {1,4}(?:Started|Healthy|Running|Created|Removed)(?: {2,}[\d.]+s)?$/,
    clean: true,
    within: 1,
    yes: [program(' Container cart-1  Starting', ' Container cart-1  Started')],
    no: [program(' Container cart-1  Starting')],
  },
  {
    id: 'success.last-step',
    sentence: 'The last line is the last of all counted steps, and no line reports an error.',
    says: /^\[(?<all>[1-9]\d{0,6})\/\k<all>\] \S/,
    clean: true,
    within: 1,
    yes: [program('[1/2] Building C object cart.c.o', '[2/2] Linking C executable cart')],
    no: [program('[1/3] Building C object cart.c.o', '[2/3] Linking C executable cart')],
  },
  {
    id: 'success.transfer-figures',
    sentence: 'A program that copies or converts files ends with its totals, and no line reports an error.',
    says: /^total size is [\d.,]{1,20}[KMGT]?\s{1,4}speedup is [\d.,]+(?: \(DRY RUN\))?$|\bmuxing overhead: |, 0% packet loss\b/,
    clean: true,
    within: 3,
    yes: [program('sent 12 bytes  received 9 bytes', 'total size is 1,233  speedup is 9.42')],
    no: [program('rsync: [sender] write error: broken', 'total size is 1,233  speedup is 9.42')],
  },
  {
    id: 'success.status-zero',
    sentence: 'One of the last lines says that the program ended with status 0.',
    says: /\b(?:finish(?:ed|ing)|exit(?:ed|ing)?|end(?:ed|ing)|completed?|terminat(?:ed|ing)|stopped)\b.{0,120}\b(?:status|code|rc)\s{0,2}[=:]?\s{0,2}0(?![\d.,x])/i,
    not: NO_REPORT,
    within: 3,
    yes: [program('writing the grid', 'host1 0: Run: Finishing cart::Sum with status = 0', 'host1 0: bye')],
    no: [program('writing the grid', 'host1 0: Run: Finishing cart::Sum with status = 1')],
  },
  {
    id: 'success.clean-scan',
    sentence: 'A scanner or linter says last that it found nothing.',
    says: /^(?:found 0 vulnerabilities|\d+ files? inspected, no offenses detected|\W{0,4}0 (?:issues|problems|errors|violations|offenses|findings)(?: (?:found|detected|reported))?[.!]?|No known vulnerabilities found|No vulnerabilities found\.?|No security vulnerability advisories found\.?|(?:\S{1,40} )?no leaks found|No issues (?:detected|identified|found)[.!]?|Your code has been rated at 10\.00\/10\b.*|RESULT: PASSED \(minimum: .*|Success: no issues found in \d+ source files?|0 errors, \d+ warnings?, \d+ informations?|All checks passed!|All matched files use Prettier code style!|All Finished .*|\W{0,4}No (?:\w+ )?(?:warnings|errors|issues|problems)(?: (?:or|and) (?:errors|warnings))?(?: (?:found|detected))?[.!]?)$/i,
    within: 4,
    yes: [
      program('checking 3 files', 'Your code has been rated at 10.00/10'),
      program('Inspecting 3 files', '3 files inspected, no offenses detected'),
      program('checking 3 files', '0 issues.'),
    ],
    no: [program('Found 2 errors in 1 file (checked 3 source files)')],
  },
  {
    id: 'success.program-clean',
    sentence: 'A program that reported no error ends with its final figures, its result or its own shutdown.',
    says: cued(
      /converged|is (?:ok|valid|successful)$|(?:accuracy|loss|score|f1|auc|mae|mse|rmse|reward|error|runtime|time)\b.{0,20}[:=]|elapsed|duration|time taken|took|(?:deployed|saved|written|exported|published|uploaded|stored) (?:to|at|in|as)|successful|shut ?down|stopped|exited|(?:is|was|been) (?:written|saved|created|generated|exported)/i,
      /^(?:\w+ ){0,3}converged (?:in|after) [\d.]|\b(?:syntax|configuration|test|validation)\b.{0,80} is (?:ok|valid|successful)$|^(?:[\w.-]{1,40} ){0,3}?(?:test|final|best|overall|mean|average|total|validation) (?:[\w-]{1,20} ){0,2}?(?:accuracy|loss|score|f1|auc|mae|mse|rmse|reward|error|runtime|time)\b.{0,20}[:=]\s?[\d.]|^(?:elapsed|duration|time taken|took)\b.{0,20}[:=]?\s?[\d.]|\b(?:deployed|saved|written|exported|published|uploaded|stored) (?:to|at|in|as):? {1,2}\S|^\S{1,300} (?:is|was|has been) (?:written|saved|created|generated|exported)\.?$|\bsuccessful(?:ly)?\b[.!,]?|\b(?:shutdown|shut down) (?:is )?(?:complete[d]?|gracefully|cleanly)\b|\b(?:hosting|server|application|service|worker|scheduler) (?:has )?(?:stopped|exited|shut down)(?:$|[.! ])/i,
    ),
    not: NO_REPORT,
    clean: true,
    within: 4,
    yes: [
      program('epoch 50/50', 'Test accuracy: 0.92', '====='),
      program('Connecting to the database', 'Query successful, found 3 users'),
      program('10:00:01 INFO Host: request 200', '10:00:02 INFO Host: Hosting stopped'),
    ],
    no: [
      program(
        'Error: no connection',
        'retrying',
        'page 2',
        'page 3',
        'page 4',
        'page 5',
        'page 6',
        'page 7',
        'Shutdown complete',
      ),
      program('The run was not successful.'),
    ],
  },
]
