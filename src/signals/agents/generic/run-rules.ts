/** How the log of a loop or an orchestrator says that a run continues, ended or failed. */
import type { WordRule } from './word-rule.ts'

export type RunMeans = 'success' | 'failure' | 'work'

const RUN =
  '(?:project|plan|run|workflow|pipeline|orchestration|feature|mission|session|task|job|agent)(?: execution)?'

export const runRules: readonly WordRule<RunMeans>[] = [
  {
    id: 'run.begins',
    means: 'work',
    sentence: 'The next piece of work begins.',
    says: /^(?:=+\s*)?(?:starting|executing|beginning|resuming|running|restarting|retrying)\b.{0,40}\b(?:loop|iteration|step|turn|attempt|task|session|round|wave|phase|agent)\b/i,
    yes: ['Starting iteration 4', 'Executing task 7 of 9'],
    no: ['Starting the server', 'The task is starting'],
  },
  {
    id: 'run.counts',
    means: 'work',
    sentence: 'A heading counts the attempts.',
    says: /^(?:=+\s*)?(?:loop|iteration|step|turn|round|attempt) #?\d+(?:\s?\/\s?\d+| of \d+)?\b/i,
    yes: ['Iteration 3/50', 'Loop #4'],
    no: ['Iterations: 3'],
  },
  {
    id: 'run.tool-call',
    means: 'work',
    sentence: 'The agent calls a tool, or one of its commands ended.',
    says: /^tool call (?:started|finished|completed)\b|^(?:[\w-]+ )?command finished\b/i,
    yes: ['Tool call started', 'POSIX command finished'],
    no: ['The tool call is documented'],
  },
  {
    id: 'run.failed',
    means: 'failure',
    sentence: 'The line says that a run, a task or an agent failed.',
    says: /^(?:[\w' -]{1,60} )?(?:orchestration|run|workflow|pipeline|task|feature|session|job|execution|agent|mission|trial)(?: [\w.-]{1,40})? (?:has )?(?:failed|errored)\b/i,
    cues: ['failed', 'errored'],
    yes: ['Task 2.1 failed: no answer', 'Orchestration failed'],
    no: ['The failed task is listed below'],
  },
  {
    id: 'run.all-done',
    means: 'success',
    sentence: 'All tasks, steps or stories are done.',
    says: /^(?:all|every) (?:\d+ )?(?:[\w.-]+ )?(?:tasks?|steps?|stories|items?|phases?|features?|goals?|plans?)\b.{0,30}\b(?:complete|completed|done|finished|passed)\b/i,
    cues: ['all ', 'every '],
    yes: ['All 7 tasks complete', 'All stories are done'],
    no: ['All tasks are listed below'],
  },
  {
    id: 'run.complete',
    means: 'success',
    sentence: 'The run, the plan or the project is complete.',
    says: new RegExp(
      `^(?:the )?(?:[\\w-]+ )?${RUN} (?:has |was |is )?(?:been )?(?:successfully )?(?:completed?|finished|succeeded)\\b(?! without success)`,
      'i',
    ),
    cues: ['complete', 'finished', 'succeeded'],
    yes: ['Plan completed', 'Workflow execution finished'],
    no: ['The completed plan is stored', 'Turn 3 completed', 'Task completed without success'],
  },
  {
    id: 'run.completed-it',
    means: 'success',
    sentence: 'The line says that the project was completed.',
    says: /^(?:[\w-]+ )?has (?:successfully )?(?:completed|finished) the (?:project|plan|task|run)\b/i,
    cues: ['completed the', 'finished the'],
    yes: ['Acme has completed the project! Final stats:'],
    no: ['Acme has finished the first step'],
  },
  {
    id: 'run.graceful',
    means: 'success',
    sentence: 'The loop ended normally.',
    says: /^graceful exit\b/i,
    cues: ['graceful exit'],
    yes: ['Graceful exit triggered: plan_complete'],
    no: ['A graceful exit is tested'],
  },
  {
    id: 'run.last-word',
    means: 'success',
    sentence: 'The loop ends because the agent printed the word for the end of its work.',
    says: /^(?:found|detected|received|saw|got) (?:the |an? )?(?:agent's )?(?:stop|completion|complete|done|finish|success|promise)[ -](?:token|signal|marker|word|promise|tag|phrase)\b|^(?:finish|stop|termination) reason: (?:text )?['"]?(?:TERMINATE|DONE|COMPLETE|FINISHED|APPROVED?)['"]? (?:was )?(?:mentioned|found|seen)\b|^(?:completion|stop|done|finish|promise) (?:token|signal|marker|word|promise|tag|phrase) (?:was )?(?:found|detected|received|seen)\b/i,
    cues: ['found', 'detected', 'received', 'saw ', 'got ', 'seen'],
    yes: [
      'Found stop token <promise>DONE</promise>, leaving after 3 iterations',
      'Completion signal detected',
    ],
    no: ['No completion signal was found'],
  },
  {
    id: 'run.part-ok',
    means: 'success',
    sentence: 'One of several tasks succeeded. It is the opposite of a failed task.',
    says: /^(?:sub)?(?:task|job|story|trial) [\w#./-]{1,60} (?:ok|passed)(?: \(|[.!]?$)/i,
    cues: [' ok', ' passed'],
    yes: ['task 2.1-server OK (3 files)'],
    no: ['task 2.1-server okayed by a person'],
  },
]

/** Sentences that mention an ending without reporting it. */
export const denialRules: readonly WordRule<'denied'>[] = [
  {
    id: 'denial.condition',
    means: 'denied',
    sentence: 'The sentence begins with a condition, a plan, advice or a commit type.',
    says: /^(?:if|when|whether|unless|until|in case|should|would|could|will|may|might|note|tip|e\.g\.|for example|todo|fix|feat|test|docs?|refactor|chore)\b/i,
    yes: ['If the run timed out, start it again', 'fix: session cancelled twice'],
    no: ['Session cancelled by the user'],
  },
  {
    id: 'denial.negated',
    means: 'denied',
    sentence: 'The word for the ending is negated, or is about something handled or possible.',
    says: /\b(?:no|not|never|without|before|until|0|zero|isn't|wasn't|didn't|hasn't|won't|avoid|prevent|handle[sd]?|handling|detect(?:s|ing)?|in case|if it|would|should|could|may|might|can be)\b[^.]{0,24}\b(?:timed out|time ?outs?|interrupted|cancell?ed|aborted|stalled|stuck|reached|exceeded|failed|complete[d]?|finished|giving up)\b/i,
    yes: ['0 tasks failed', 'The run did not end before it was cancelled'],
    no: ['The run failed'],
  },
]
