/** The JSON of commands that set up, check and clean. */
import * as v from 'valibot'
import { noticeKinds } from '../../../recovery/notices.ts'
import { lockSchema } from '../../../record/card-state.ts'
import { ownerSchema } from '../../../record/find-records.ts'
import { count, moment, names } from '../../../record/schema.ts'
import { described } from '../../../views/view.ts'
import { instructionActions } from './agent-instructions.ts'
import { findingLevels } from '../../../supervision/finding.ts'
import { leavingReasons } from '../../../supervision/retention.ts'

export const initSchema = v.object({
  format: v.literal('mayday.init/1'),
  root: v.string(),
  record: described(v.object({ path: v.string(), made: v.boolean() }), '`made`: it was created now'),
  files: described(
    v.array(
      v.object({
        name: v.string(),
        action: v.picklist(instructionActions),
        written: v.boolean(),
      }),
    ),
    '`none`: the file already has the current instructions. `written` needs `--yes`: with `--json` nobody is asked',
  ),
  instructions: described(v.string(), 'the section in the file'),
})

export const whereSchema = v.object({
  format: v.literal('mayday.where/1'),
  root: described(v.string(), "the project's folder"),
  record: described(v.string(), 'the folder of its record'),
  trees: described(v.string(), 'the folder of the work trees of its tasks'),
  isRecorded: described(v.boolean(), 'something is recorded'),
})

const file = v.object({
  realPath: v.string(),
  owner: v.nullable(count),
  folderOwner: v.nullable(count),
})

const trusting = v.object({
  format: v.literal('mayday.trust/1'),
  root: v.string(),
  file: described(file, 'the owners are numbers of users, or null if that is you'),
  needed: described(v.boolean(), "false if the project's file executes nothing"),
  trusted: v.boolean(),
  trustedAt: v.nullable(moment),
  hash: described(
    v.string(),
    'identifies all values in this project: `MAYDAY_TRUST` accepts it instead of `1` and then applies to exactly these values',
  ),
  values: described(
    v.array(v.object({ key: v.string(), shown: v.string(), hash: v.string(), line: v.nullable(count) })),
    'secrets are masked',
  ),
})

/** With `--revoke`. */
const revoking = v.object({
  format: v.literal('mayday.trust/1'),
  root: v.string(),
  forgotten: described(count, 'with `--revoke`: how many sets of values were trusted until now'),
})

export const trustSchema = v.union([trusting, revoking])

export const configSchema = v.object({
  format: v.literal('mayday.config/1'),
  files: described(
    v.array(v.object({ path: v.string(), found: v.boolean() })),
    'the one with the higher precedence last',
  ),
  trusted: described(
    v.boolean(),
    "false if a person must still [trust](config.md) what the project's file executes",
  ),
  settings: described(
    v.array(
      v.object({
        key: v.string(),
        value: v.unknown(),
        shown: v.nullable(v.string()),
        from: v.nullable(v.object({ file: v.string(), line: count })),
        executes: v.boolean(),
      }),
    ),
    'all values in effect, in the order of [the keys](config.md)',
  ),
})

const findingSchema = v.object({
  check: v.string(),
  level: v.picklist(findingLevels),
  says: v.string(),
  next: v.exactOptional(v.string()),
  fixed: v.nullable(v.string()),
  fixable: v.boolean(),
})

export const doctorSchema = v.object({
  format: v.literal('mayday.doctor/1'),
  root: v.string(),
  findings: v.array(findingSchema),
})

const notifying = v.object({
  format: v.literal('mayday.notify/1'),
  targets: described(names, 'the keys of `notify` that are set'),
  for: described(v.array(v.picklist(noticeKinds)), 'the kinds of notices that are sent'),
  quiet: v.nullable(v.string()),
  perHour: count,
  isQuiet: described(v.boolean(), 'it is a quiet hour now'),
  waiting: described(count, 'the number of notices that were not sent yet'),
})

/** With `--test`. */
const testing = v.object({
  format: v.literal('mayday.notify/1'),
  tested: described(
    v.array(v.object({ target: v.string(), sent: v.boolean(), why: v.nullable(v.string()) })),
    'with `--test`: `why` is null if it was sent',
  ),
})

export const notifySchema = v.union([notifying, testing])

export const recoverSchema = v.object({
  format: v.literal('mayday.recover/1'),
  ended: described(v.array(count), 'runs that were ended from their files'),
  taken: described(
    v.array(count),
    'runs that were missing in the database and were imported from their files',
  ),
  orphans: described(count, 'how many live runs needed a supervisor and got one'),
  stuck: described(
    v.array(v.object({ run: v.union([count, v.string()]), why: v.string() })),
    'runs that could not be ended now (the id if a run has no number yet)',
  ),
  unchecked: described(names, 'who still holds something and cannot be checked from here, in words'),
  locksCleared: v.array(lockSchema),
  cardsWritten: described(v.array(count), 'the tasks whose cards were written'),
  cardsPending: described(
    v.array(v.object({ card: v.string(), problem: v.string() })),
    'cards that could not be written',
  ),
  decisions: described(
    v.object({ restored: names, unrestored: names }),
    'decisions of people that the database did not know, carried out again or not, in words',
  ),
  queued: described(count, 'queued tasks'),
  deferred: count,
  waiting: count,
})

const folder = {
  run: described(v.nullable(count), 'null for an orphan'),
  runId: v.string(),
  logPath: v.string(),
  bytes: count,
  endedAt: moment,
  why: v.picklist(leavingReasons),
}

const ownTreeSchema = v.object({
  task: count,
  path: v.string(),
  branch: v.nullable(v.string()),
  stays: v.nullable(v.string()),
})

export const cleanSchema = v.object({
  format: v.literal('mayday.clean/1'),
  olderThanMs: described(
    v.nullable(count),
    'the limit that applied; null: no such limit. Without either option 30 days and 5 GiB; with one of them only that one',
  ),
  keepBytes: described(v.nullable(count), 'the same'),
  dryRun: described(v.boolean(), 'nothing was removed; the other fields say what would be'),
  removed: described(v.array(v.object(folder)), 'oldest first'),
  stuck: described(
    v.array(v.object({ ...folder, problem: v.string() })),
    'folders that could not be removed. The exit code is then 2',
  ),
  freedBytes: count,
  kept: described(
    v.object({ folders: count, bytes: count, unknown: count }),
    'folders that stay, and how many of them the database does not know',
  ),
  forgotten: described(
    v.nullable(count),
    'runs that were deleted from the database; null without `--forget`',
  ),
  litter: described(names, 'unfinished writes and empty folders that were removed, relative to the record'),
  trees: described(
    v.nullable(v.array(ownTreeSchema)),
    'every task with its own work tree; `stays` says why it was kept. Null without `--trees`',
  ),
  opened: described(
    v.nullable(v.array(v.object({ run: count, path: v.string(), stays: v.nullable(v.string()) }))),
    'every copy that `mayday open` made; `stays` says why it was kept. Null without `--trees`',
  ),
  gone: described(
    v.array(v.object({ ...ownerSchema.entries, path: v.string(), isGone: v.boolean() })),
    'records in the state folder whose project folder is gone',
  ),
})
