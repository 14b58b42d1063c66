import { anyOf } from '../any-of.ts'
import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

/** Database migrations. A failed migration is a failed setup. An invalid schema is a broken build. */
export const migrations: ToolReader = outcomeReader({
  name: 'migrations',
  title: 'Prisma, Flyway, Liquibase, Alembic, Rails, Laravel and other migrations',
  cue: anyOf([
    /^Error(?: code)?: P\d{4}|^Validation Error|^(?:- )?Drift detected/,
    /database is (?:now|already) in sync|migrations? (?:have|has) been (?:successfully |executed)/,
    /^No pending migrations|schema is up to date|Generated Prisma Client|is valid 🚀/,
    /^(?:ERROR: )?Migration of schema|[Mm]igration .{1,200} failed|^Validate failed/,
    /^Successfully (?:applied|validated)|No migration necessary|Liquibase|^FAILED: |alembic|aborted!$/,
    /: migrat(?:ed|ing)|(?:ms|s) (?:FAIL|DONE)$|Nothing to migrate|^Batch \d+ run|^Already up to date$/,
    /migrations? (?:are|were) |^Error during migration|No migrations to apply|^\s+Applying \S+\.\.\. OK/,
    /^goose: |^error: Dirty database|Changes applied$|migrations applied|^Done\.$|^Applying migration '/,
    /^Unable to create a '/,
  ]),
  outcomes: [
    [
      /^Error(?: code)?: P10(?:12)\b|^Validation Error Count: [1-9]|^Error: Prisma schema validation/,
      'build-failed',
    ],
    [
      /^Error(?: code)?: P(?:1\d{3}|3\d{3}|4\d{3})\b|^(?:- )?Drift detected: |^We need to reset the .{1,80} (?:schema|database)/,
      'install-failed',
    ],
    [
      /^(?:✔ )?(?:Your database is now in sync with your|The database is already in sync|Already in sync, no schema change|All migrations have been successfully applied|No pending migrations to apply|Database schema is up to date|✔ Generated Prisma Client|Generated Prisma Client|🚀 {2}Your database is now in sync)|^The schema at \S+ is valid/,
      'install-passed',
    ],
    [
      /^(?:ERROR: )?(?:Migration of schema .{1,100} failed!|Validate failed: |Migration \S{1,100} failed)/,
      'install-failed',
    ],
    [
      /^Successfully applied \d+ migrations? to schema|^Schema .{1,100} is up to date\. No migration necessary/,
      'install-passed',
    ],
    [
      /^(?:Unexpected error running Liquibase|Error: Migration failed|Migration failed for changeset|liquibase\.exception\.\w*Exception): /,
      'install-failed',
    ],
    [
      /^Liquibase(?: command '\w{1,40}' was executed successfully|: Update has been successful)|^INFO: (?:Update|Rollback) command completed successfully/,
      'install-passed',
    ],
    [
      /^FAILED: (?:Can't locate revision|Target database is not up to date|Multiple head revisions|No (?:'script_location'|such revision|config file)|Requested revision|Revision )|^ERROR \[alembic\.util\.messaging\] /,
      'install-failed',
    ],
    [/^INFO {2}\[alembic\.runtime\.migration\] Running upgrade /, 'install-passed', 'so far'],
    [/^(?:\S*\/)?(?:bin\/)?(?:rails|rake) aborted!$/, 'install-failed', 'over'],
    [/^== \S{1,120}: migrated \([\d.]+s\)/, 'install-passed', 'so far'],
    [/^ {2}\S{4,200} \.* ?[\d.,]+(?:ms|s) FAIL$/, 'install-failed'],
    [
      /^ {2}\S{4,200} \.* ?[\d.,]+(?:ms|s) DONE$|^\s{0,4}(?:INFO {2})?Nothing to migrate\.?$/,
      'install-passed',
      'so far',
    ],
    [
      /^Batch \d+ run: \d+ migrations?|^No migrations were executed, database schema was already|^Migration \S{1,120} has been +executed successfully|^No migrations are pending|^\s*No migrations to apply\.|^goose: (?:no migrations to run|successfully migrated)|^\[✓\] (?:Changes applied|migrations applied successfully)/,
      'install-passed',
    ],
    [
      /^(?:migration failed with error: |migration file ".{1,120}" failed|Error during migration run:|error: Dirty database version \d|Unable to create a 'DbContext' of type|goose run: )/,
      'install-failed',
    ],
    [/^\s+Applying [\w.]{1,120}\.\.\. OK$/, 'install-passed', 'so far'],
  ],
})
