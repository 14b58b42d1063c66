/**
 * How the last words of an output state that the work is done, for outputs without an exit code or a closing record.
 * Each rule reads one line, without the prefix of a logger or a list.
 */
import { cued } from '../signals/cued.ts'
import { languageSuccessRules } from './language-rules.ts'
import { programSuccessRules } from './program-success-rules.ts'
import { reportRules } from './report-rules.ts'
import { agent } from './rule-examples.ts'
import { NO_REPORT, type SuccessRule } from './success-rule.ts'

/** A summary follows the sentence that states the end: often a list of files and a note to the reader. */
const CLOSING_LINES = 60
const LAST_LINES = 12

const WORK =
  '(?:tasks?|work|implementation|fix|feature|story|stories|phase|plan|prd|project|mission|migration|refactor(?:ing)?|audit|review|iteration|loop|session|run|execution|pipeline|workflow|orchestration|setup|upgrade|deliverables?|requirements|changes|items|steps|goals?|todos?|checklist)'
const IS = '(?:(?:is|are|was|were|has|have|been|be|now|all|fully|already|successfully) ){0,4}'
const ENDED =
  '(?:complete[d]?|done|finished|implemented|in place|satisfied|met|fulfilled|accomplished|succeeded)'

export const successRules: readonly SuccessRule[] = [
  {
    id: 'success.tag',
    sentence: 'A line is only a tag that contains a word for success.',
    says: /^<([\w-]{1,30})>\s*(?:COMPLETE[D]?|DONE|FINISHED|SUCCESS(?:FUL)?|ALL[ _](?:TASKS[ _])?(?:COMPLETE|DONE))\s*<\/\1>$/i,
    within: LAST_LINES,
    yes: [agent('I finished the last story.', '', '<promise>COMPLETE</promise>')],
    no: [agent('Print <promise>COMPLETE</promise> when all stories are done.')],
  },
  {
    id: 'success.level',
    sentence: 'A program logs its last result at a level that only a success has.',
    says: /^(?:\S+ )?(?:\[?\d[\d:T.,Z +-]{4,30}\]?:? ?)?(?:\[(?:OK|SUCCESS|DONE)\s*\]|(?:SUCCESS|OK):)\s+\S|^\[[^\]]{0,40}\d\d:\d\d[^\]]{0,20}\]:? SUCCESS[.!]?$/,
    not: NO_REPORT,
    within: 3,
    ofAgents: true,
    yes: [
      agent(
        'Loop around Claude',
        '[2026-01-01 10:00:00] SUCCESS: Agent answered, 3 files changed',
        '[2026-01-01 10:00:01] Committing changes...',
      ),
      agent('Loop around Claude', '[Thu Jan 01 10:00:00 EST 2026] SUCCESS'),
    ],
    no: [
      agent('Loop around Claude', '[2026-01-01 10:00:00] waiting for SUCCESS'),
      agent('Loop around Claude', '[2026-01-01 10:00:00] [INFO] Agent started'),
    ],
  },
  {
    id: 'success.work-done',
    sentence: 'The last words say that the task, the plan or the work is complete.',
    says: new RegExp(
      `^(?:[A-Z][a-z]+[!.,] )?(?:status: )?(?:(?:the|this|my|all|every|your) )?(?:[\\w/#:.&'-]+ ){0,5}?${WORK}(?: [\\w#:./-]{1,40}){0,4}? ${IS}${ENDED}\\b`,
      'i',
    ),
    not: NO_REPORT,
    within: CLOSING_LINES,
    yes: [
      agent('Perfect! Task completed successfully.', '', '- `src/merge.ts` holds the lock'),
      agent('Claude, iteration 7', '✅ PRD complete after 7 iterations.'),
      agent('## STATUS: PHASE 5 COMPLETE', '', 'Note: the buttons need a payment.'),
    ],
    no: [
      agent('I stop here. The task is not complete.'),
      agent('Once all tasks are done, run the tests.'),
      agent('All tasks are complete.', 'Error: the push was rejected by the server'),
    ],
  },
  {
    id: 'success.done',
    sentence: 'The last words are `Done`, with or without a summary.',
    says: /^(?:all )?(?:done|finished)(?:[.!]|$|\s*[—–-]\s|: | in [\d.]+ ?\w+\.?$)|^(?:no further (?:action|changes|work)s? (?:is |are )?(?:needed|required|necessary)|nothing (?:else|more|further|left) to (?:do|fix|change))\b/i,
    // `done` alone is the echo of a script that reached its end. It does not prove a success.
    not: /^(?:done|finished)$|\b[Nn]ot done\b|\b(?:exit_)?status\s?[:=]\s?(?!ok\b|0\b|success|submitted|complete|done|finished|passed)\w|\b(?:[Ff]ail|FAIL)(?:ed|ing|ure|ED|URE)\b/,
    within: CLOSING_LINES,
    ofAgents: true,
    yes: [
      agent(
        'Claude: done with the search.',
        "Done. Here's what was implemented:",
        '- a hidden command for man pages',
      ),
      agent('Claude worked on it.', 'The build is clean.', 'No further action needed.'),
    ],
    no: [
      agent('Done means that somebody else has read it.', 'Claude starts.'),
      agent('Claude starts.', 'the tests are red', 'done'),
    ],
  },
  {
    id: 'success.tests-pass',
    sentence: 'The last words say that all tests or checks pass.',
    says: cued(
      /\b(?:all|every) .*(?:pass|green|succeed)|\/\d.*pass/i,
      /\b(?:all|every) (?:(?:of )?(?:the |my )?)?(?:\d[\d,]* )?(?:[\w-]+ ){0,3}?(?:tests?|checks?|specs?|suites?|assertions)\b(?: \w+){0,6}? (?:are |is |now |still ){0,2}(?:pass(?:es|ed|ing)?|green|succeed(?:ed)?)\b|\b(?:tests?|checks|specs)(?:[:*]{1,3}| \() ?(\d[\d,]*)\/\1 (?:are |now )?pass(?:ed|ing)?\b|\b(\d[\d,]*)\/\2 (?:[\w-]+ ){0,2}(?:tests?|checks|specs) (?:are |now )?pass(?:ed|ing)?\b/i,
    ),
    not: NO_REPORT,
    within: CLOSING_LINES,
    yes: [
      agent('## Summary', '- Added seven tests', '- All 1182 tests pass across 63 test suites'),
      agent('Final state:', '- Tests: 17/17 now passing', '- Build: clean'),
    ],
    no: [
      agent('All tests should pass after this change.'),
      agent('- Tests: 16/17 passing'),
      agent('Run it until all tests pass.'),
    ],
  },
  {
    id: 'success.field',
    sentence: 'A field in the closing lines contains a word for success.',
    says: /^[*_`]*(?:completion|(?:final |task |run |overall |\w{1,30}_)?(?:status|outcome|result))[*_`]*\s*[:=]\s*["'*_`]*(?:completed?|done|success(?:ful(?:ly)?)?|succeeded|finished|ok)\b["'*_`.!]*$/i,
    within: LAST_LINES,
    yes: [agent('Agent state of the package:', '[', '\tcompletion: completed', ']')],
    no: [agent('Agent state of the package:', '[', '\tcompletion: active', ']')],
  },
  {
    id: 'success.part-ok',
    sentence: 'The last of several tasks is reported as successful.',
    says: /^(?:\w+ )?(?:sub)?(?:task|step|job|story|item|phase)\b[^;]{0,60}?[\s:](?:ok|OK|SUCCESS|PASSED|DONE|COMPLETED?)(?:\s*[|([{,]|$)/,
    not: NO_REPORT,
    within: 3,
    ofAgents: true,
    yes: [agent('agent log', '[2026-01-01T10:00:00Z] phase 2 OK (3 files)')],
    no: [agent('agent log', '[2026-01-01T10:00:00Z] task 2.1-server started (attempts=1)')],
  },
  {
    id: 'success.exit-line',
    sentence: 'The log of a program that runs the agent says that the agent ended with code 0.',
    says: /\b(?:exit(?:ed)?(?: with)?|return)[ _]?(?:code|status)\b\s*[:=]?\s*0(?![\d.])/i,
    // One of several programs that run side by side.
    not: /^\[\d{1,2}\] /,
    within: 8,
    ofAgents: true,
    yes: [agent('[2026-01-01 10:00:00] Claude exit code: 0', '[2026-01-01 10:00:01] Next run at 11:00')],
    no: [agent('[2026-01-01 10:00:00] Claude exit code: 1', '[2026-01-01 10:00:01] Next run at 11:00')],
  },
  {
    id: 'success.solved',
    sentence: 'The last words say that a solution was found and works.',
    says: /^(?:found a correct solution|correct solution found|(?:the )?(?:problem|issue|bug) (?:is |was |has been )(?:now )?(?:fully )?(?:solved|resolved|fixed))\b|\b(?:fully|already) (?:built|implemented|working)(?: and (?:working|verified|tested))?\b/i,
    not: NO_REPORT,
    within: CLOSING_LINES,
    ofAgents: true,
    yes: [agent('[2026-01-01 10:00:00] >>>>>>> Found a correct solution in run 2.', 'The agent stops.')],
    no: [agent('The agent says: the bug is not yet fixed.')],
  },
  {
    id: 'success.deeds',
    sentence: 'The last words report the whole work as done, in the past tense.',
    says: /^(?:(?:perfect|great|excellent|good|ok(?:ay)?|all set|[A-Z][\w ]{2,40})[!.,]+ )?(?:I(?:'ve| have) (?:now |also |successfully ){0,2}(?:added|implemented|fixed|updated|created|completed|refactored|removed|replaced|written|moved|migrated|converted|documented|resolved|cleaned|committed|finished|set up|built)\b|(?:successfully|completed:|implemented:|fixed:) ?\w+|(?:implemented|added|fixed|updated|refactored|created) (?:it )?in `|here(?:'s| is) (?:a |the )?(?:short |brief |quick )?(?:summary|what (?:was|I|has been) (?:done|did|changed|implemented|built|fixed|added))|(?:what was done|what (?:I )?(?:changed|did)|summary of (?:the )?changes)\b)/i,
    not: NO_REPORT,
    within: CLOSING_LINES,
    ofAgents: true,
    yes: [
      agent("I've added the `--json` flag to the Claude wrapper.", '', '- `cli.ts` parses it'),
      agent(
        '**Completed: Set up logging** (phase 9)',
        '',
        '**What was done:**',
        '- a driver for each service',
      ),
    ],
    no: [
      agent("I've added the flag, but the tests fail."),
      agent("I've added the flag for Claude.", 'Error: Command failed with exit code 1'),
    ],
  },
  {
    id: 'success.repaired',
    sentence: 'The report opens with what was repaired or built.',
    says: /^I(?:'ve| have)? (?:now |also )?(?:fixed|repaired|resolved|corrected|solved|implemented|added|replaced|rewrote|refactored|migrated) (?:the|all|both|a|an|this|that|it|two|three|four|five|\d+|new|[`*\w-]+) /i,
    not: /\b(?:but|not|still|cannot|couldn't|could|would|should|partially|almost|some of|most of|except|however|yet|unable|remain\w*)\b|n't\b/i,
    within: CLOSING_LINES,
    ofAgents: true,
    yes: [agent('I fixed the three failing tests in `cart.test.ts`.', '', '- `cart.ts`: counts the lines')],
    no: [agent('I fixed the first test, but the others still fail.')],
  },
  {
    id: 'success.done-well',
    sentence: 'One of the last lines says that something was done successfully.',
    says: /^.{0,120}\b(?:completed|finished|deployed|installed|created|updated|built|published|pushed|applied|started|initiali[sz]ed|generated|uploaded) successfully\b|^\W{0,6}(?:[\w.'"/-]{1,60} ){0,4}initiali[sz]ation (?:is )?complete\b/i,
    not: NO_REPORT,
    within: 6,
    yes: [
      {
        stage: 'final_test',
        output: 'Starting machine\n ✔ release_command 1a2b completed successfully\n-------',
      },
      { stage: 'final_test', output: '+ echo ok\nControl-Plane Initialization Complete.' },
    ],
    no: [
      { stage: 'final_test', output: 'Starting machine\nThe release was not completed successfully.' },
      { stage: 'final_test', output: 'It ends when all is completed successfully.\nError: no machine' },
    ],
  },
  {
    id: 'success.server-up',
    sentence: 'The log of a server ends with the line that says that the server is running.',
    says: /\b(?:is (?:now )?(?:fully )?up and running|ready to accept connections|(?:server|application|app|service) (?:is )?(?:now )?(?:listening|running|started|available) (?:on|at) \S|^(?:\S+ ){0,3}\w+ running (?:on|at) https?:\/\/\S|started \w{1,60} in [\d.]{1,10} seconds)\b/i,
    not: NO_REPORT,
    within: 3,
    yes: [
      {
        stage: 'final_test',
        output: 'INFO hudson.WebAppMain: loaded\nINFO Lifecycle: Cart is fully up and running',
      },
    ],
    no: [
      { stage: 'final_test', output: 'INFO loading\nThe server will be listening on port 80' },
      { stage: 'final_test', output: 'Server listening on :80\nError: database is gone' },
    ],
  },
  {
    id: 'success.tool-done',
    sentence: 'A tool reports success in its last lines.',
    says: /^\W{0,8}(?:\[?(?:INFO|SUCCESS|success|info|ok|OK|DONE|done)\]?:?\s+)?\W{0,6}(?:(?:\S+ ){0,3}?(?:build|compilation|compile|bundle|deploy(?:ment)?|install(?:ation)?|migrations?|release|upload|publish(?:ing)?|setup|sync|export|import|conversion|download|generation|pipeline|job|script|playbook|tests?|checks?|suite|run)s? (?:is |was |has |have |are )?(?:been )?(?:now )?(?:complete[d]?|succeeded|successful(?:ly)?|finished|done|passed)\b|(?:successfully|finished) (?:\w+ing|\w+ed)\b|all (?:\w+ ){0,3}(?:passed|succeeded|done|completed?|ok|good|up[ -]to[ -]date)\b|(?:everything|all) is (?:ok|fine|up to date)\b|already up[ -]to[ -]date[.!]?$|done(?: in [\d.]+ ?m?s| (?:✨|🎉))|✨ {1,2}Done\b|no (?:errors?|issues|problems|vulnerabilities)(?: were)? found\b|0 (?:errors?|failures|failed)\b|output written on \S|(\d+) of \1 steps \(100%\) done|process finished with exit code 0\b|exit(?:ed)? (?:with )?(?:code|status):? 0\b)/i,
    not: /\bwith (?:\w+ )?(?:problems|errors|failures)\b|\bwith [1-9]\d* (?:errors?|failures?|problems?)\b/i,
    within: 6,
    yes: [
      { stage: 'final_test', output: 'compiling\nBuild completed in 3.2 s' },
      { stage: 'final_test', output: 'reading files\nNo issues found' },
    ],
    no: [{ stage: 'final_test', output: 'compiling\nBuild started' }],
  },
  ...reportRules,
  ...programSuccessRules,
  ...languageSuccessRules,
]
