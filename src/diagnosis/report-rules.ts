/**
 * How an agent reports its work in its closing words. In text mode, the output often consists only of the final
 * message. Each rule reads one line.
 */
import { agent } from './rule-examples.ts'
import type { SuccessRule } from './success-rule.ts'

/** The names of files, checks and a note to the reader may follow the report. */
const REPORT_LINES = 60
const LAST_LINES = 12

const DID =
  '(?:added|implemented|fixed|updated|created|wrote|removed|refactored|replaced|completed|moved|renamed|built|documented|extended|hardened|reworked|resolved|verified|migrated|configured|reviewed|audited|analy[sz]ed|corrected|simplified|optimi[sz]ed|converted|introduced|committed|pushed|merged|deployed|published|generated|produced|finished|cleaned up|wired up|set up)'
/** A sentence begins with a capital letter. Lines that tools print about their steps are shorter and often do not. */
const capital = (words: string): string =>
  words.replaceAll(/(?<=[(|:])([a-z])(?=[a-z])/g, (letter) => letter.toUpperCase())
const DONE =
  '(?:implemented|fixed|added|updated|complete[d]?|in place|ready|committed|pushed|merged|deployed|wired up|resolved|created|written|done|finished|live|working|verified|green)'
const THING = "[\\w`*'/.,()+&#-]+"

/** Conditions, plans and denials; a report of what is left is not one of what is done. */
const NOT_DONE =
  /\b(?:not|never|no longer|isn't|aren't|wasn't|hasn't|haven't|n't|cannot|unless|until|if|once|whether|will be|would|should|could|must|may|might|to be|needs? to|incomplete|unable|partially|almost|half|fail(?:ed|s|ing|ure)?|remain(?:s|ing)?|in[ _]progress|pending|blocked)\b|\b(\d{1,6})\/(?!\1\b)\d{1,6}\b/i

/** What a program prints when it starts or stops is not a result. */
const HOUSEKEEPING =
  /\b(?:shut(?:ting)? ?down|clean(?:ed)?[ -]?up|connect(?:ed|ion)|initiali[sz]\w*|start(?:ed|up)|loaded|closed|disconnect\w*)\b/

export const reportRules: readonly SuccessRule[] = [
  {
    id: 'success.report-deed',
    sentence: 'The report opens with what was done, without a subject.',
    says: new RegExp(
      `^${capital(DID)} (?=.{20,})(?=.*(?:[\`\\]]|\\.(?:$| [A-Z])|\\b(?:the|a|an|all|new|both|each|your)\\b))(?:${THING} ){2,30}?${THING}`,
    ),
    not: new RegExp(`${NOT_DONE.source}|\\bin [\\d.]+ ?m?s\\b`, 'i'),
    within: REPORT_LINES,
    ofAgents: true,
    unlogged: true,
    yes: [
      agent('Wrote the audit to [docs/audit.md](docs/audit.md).', '', 'Key points: three files are stale.'),
      agent('Implemented the retry loop in `client.ts`.', '', '- `client.ts`: waits before each try'),
    ],
    no: [
      agent('2026-01-01 10:00:00 INFO [agent] Created a picture at ./tmp/run.gif'),
      agent('Implemented the parser only partially; the rest is pending.'),
      agent(
        'The agent runs a command.',
        'Audited 12 packages in 0.03ms',
        'Created virtual environment at: .venv',
      ),
      agent('Added the flag to `cli.ts` and its test.', "Now I'll create the folder for the tests:"),
    ],
  },
  {
    id: 'success.report-state',
    sentence: 'The report says that what was asked for is in place now.',
    says: new RegExp(
      `^(?:(?:the|all|both|your|this|everything) )?(?:${THING} ){0,12}?(?:is|are|has been|have been|was|were) (?:(?:now|all|also|already|fully|successfully) ){0,2}${DONE}\\b`,
      'i',
    ),
    not: NOT_DONE,
    within: REPORT_LINES,
    ofAgents: true,
    unlogged: true,
    yes: [agent('The `--json` flag is now implemented.', '', '- `cli.ts` parses it')],
    no: [agent('The `--json` flag is not yet implemented.')],
  },
  {
    id: 'success.report-checks',
    sentence: 'The report lists checks that pass.',
    says: /^(?:verif(?:ied|ication)|validat(?:ed|ion)|tested|checks?|quality gates?)\b[^.]{0,160}\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|clean|ok)\b|^`[^`]{2,80}`(?:[ ,]+(?:and )?`[^`]{2,80}`){0,4} (?:now |all |both )?(?:pass(?:es|ed)?|succeed(?:s|ed)?|compiles?|builds?|runs?|completes?)\b/i,
    not: NOT_DONE,
    within: REPORT_LINES,
    ofAgents: true,
    unlogged: true,
    yes: [
      agent('The change is small.', '- Verified: `npm test` and `npm run lint` pass.'),
      agent('Agent report', '`cargo build` succeeds.'),
    ],
    no: [agent('Agent report', '- Verified: `npm test` fails with two errors.')],
  },
  {
    id: 'success.report-heading',
    sentence: 'A heading opens a summary of the changes.',
    says: /^(?:#{1,4} |\*\*)(?:(?:final|implementation|work|task|short) )?(?:summary|changes(?: made)?|what (?:changed|I (?:did|changed))|files (?:changed|modified|created|updated|touched)|key (?:changes|files|conclusions|findings))(?: of (?:the )?\w+)?:?(?:\*\*)?:?$/i,
    within: REPORT_LINES,
    ofAgents: true,
    unlogged: true,
    yes: [agent('The agent says:', '## Summary', '', '- `a.ts` holds the lock')],
    no: [agent('The agent says:', '## Plan', '', '- look at `a.ts`')],
  },
  {
    id: 'success.check-mark',
    sentence: 'A line with a check mark says that the work came to its end.',
    says: /(?:^|[\s\]])(?:✅|✔️?|🎉|🏁) {1,2}(?:[\w'./#-]+ ){0,8}?(?:complete[d]?|success(?:ful(?:ly)?)?|succeeded|passed|done|finished|merged|implemented)\b/i,
    not: new RegExp(`${NOT_DONE.source}|${HOUSEKEEPING.source}|\\bcontinuing\\b|\\brecover(?:y|ed)\\b`, 'i'),
    within: LAST_LINES,
    ofAgents: true,
    yes: [
      agent(
        '2026-01-01 10:00:00 - [INFO] - agent - ✅ Code generation complete',
        '2026-01-01 10:00:01 - [INFO] - main - length 292',
      ),
    ],
    no: [
      agent('2026-01-01 10:00:00 - [INFO] - agent - ✅ Model loaded', 'waiting for work'),
      agent('agent', '✅ Graceful shutdown completed'),
    ],
  },
]
