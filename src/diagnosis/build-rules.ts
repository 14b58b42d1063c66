import { anyOf } from '../signals/any-of.ts'
import type { Rule } from './rule.ts'
import { said } from './rule-examples.ts'
import { ONLY_MENTIONS } from './text-forms.ts'
import { textRule } from './text-rule.ts'

const build = textRule({ stages: ['setup', 'baseline_run', 'final_test'], not: ONLY_MENTIONS })

/**
 * Plain lines of builds, loaders and migrations in any ecosystem. They come after the problems that every program can
 * have, because those are closer to the root cause.
 */
export const buildRules: readonly Rule[] = [
  build({
    id: 'build.sql',
    reason: 'BROKEN_BUILD',
    sentence: 'A statement of SQL is wrong in itself: its syntax, its types or what it defines.',
    says: /\bSQLSTATE[ [(:]{1,2}(?:42601|42P1\d|42P2[01]|42803|42804|42883|42939)\b/,
    yes: [said("ERROR: INSERT trigger's WHEN condition cannot reference OLD values (SQLSTATE 42P17)")],
    no: [said('ERROR: relation "carts" does not exist (SQLSTATE 42P01)')],
  }),
  build({
    id: 'build.database',
    reason: 'SETUP_FAILED',
    sentence: 'The database is missing, rejects the login, or lacks expected tables.',
    says: anyOf(
      [
        /\bSQLSTATE\[\w{5}\]|\bORA-\d{5}: /,
        /\b(?:relation|table|view|column|database|schema|role) ["'`][^"'`]{1,100}["'`] (?:does not|doesn't|already) exists?\b/,
        /\bno such (?:table|column): |\bTable ['"`][^'"`]{1,100}['"`] (?:doesn't exist|already exists)/,
        /\bUnknown database ['"`]|\bAccess denied for user ['"`]|\bpassword authentication failed for user\b/,
        /\bpermission denied for (?:schema|table|database|relation)\b|\bCan't reach database server\b/,
        /\bFATAL: +(?:database|role) "|\bmigration(?:s)? .{0,60}\b(?:failed|is dirty|has not been applied)\b/,
        /\b\d+ unapplied migrations?\b|\bPendingMigrationError\b/,
        /\b(?:Flyway|Liquibase|Migration)\w{0,30}Exception\b|\bMigration checksum mismatch\b/,
        /\bMigrations have failed validation\b/,
      ],
      'i',
    ),
    yes: [
      said(
        'PDOException::("SQLSTATE[42S01]: Base table or view already exists: 1050 Table \'carts\' already exists")',
      ),
      said('ERROR: relation "carts" does not exist'),
      said('FATAL:  password authentication failed for user "shop"'),
    ],
    no: [
      said('The table page says which relation does not exist.'),
      said('NOTICE (00000): policy "update carts" for relation "carts" does not exist, skipping'),
    ],
  }),
  build({
    id: 'build.version',
    reason: 'SETUP_FAILED',
    sentence: 'A compiler, runtime or SDK has the wrong version, or is not installed.',
    says: anyOf(
      [
        /\bhas been compiled by a more recent version of the Java Runtime\b/,
        /\bUnsupported class file major version \d|\binvalid (?:source|target) release: \d/,
        /\brequires (?:ruby|python|node(?:\.js)?|php|java|go|rustc|cmake|perl|swift|xcode|gradle|dart|flutter)(?: sdk)? version\b.{0,60}\b(?:incompatible|but|found|running|you (?:are|have))/,
        /\b(?:requires|needs) (?:at least )?(?:ruby|python|node(?:\.js)?|php|java|jdk|go|rustc|cmake|perl|swift|xcode|gradle) (?:version )?(?:>=? ?|~> ?)?v?\d[\d.]*.{0,60}\b(?:but|found|current(?:ly)?|you (?:are|have)|is installed)\b/,
        /\b(?:ANDROID_HOME|ANDROID_SDK_ROOT|JAVA_HOME|IDF_PATH|GOPATH|CUDA_HOME) (?:is not set|not found|is not defined|is set to an invalid|environment variable is not)/,
        /\bNo Java runtime present\b|\bUnable to locate a Java Runtime\b/,
        /\bxcrun: error: (?:unable to find|invalid active developer path|SDK)/,
        /\bNo (?:CMAKE_\w+_COMPILER|Xcode|C compiler|acceptable C compiler) could be found\b/,
        /\bCould NOT find [A-Z]\w+ \(missing: |\bcannot execute: required file not found\b/,
      ],
      'i',
    ),
    yes: [
      said(
        'Error: LinkageError occurred while loading main class acme.Main: acme/Main has been compiled by a more recent version of the Java Runtime (class file version 61.0)',
      ),
      said('ERROR: JAVA_HOME is set to an invalid directory: /opt/jdk'),
      said('xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools)'),
      said('error: this package requires node >=20, but you have 18.2.0'),
    ],
    no: [said('The README says that it requires Node.js version 20.')],
  }),
  build({
    id: 'build.config',
    reason: 'SETUP_FAILED',
    sentence: 'A tool does not find its configuration, or a setting in it is missing or wrong.',
    says: /^\W{0,6}(?:\w{0,30}Error|ERROR|error|fatal)(?: [A-Z]{1,5}\d{1,5})?: .{0,80}?(?:\bno (?:[\w.-]+ ){1,3}(?:config(?:uration)?|manifest)(?: file)? (?:was |could be )?found\b|\b(?:path|option|field|property|setting|parameter|name|key|url|value) is required (?:for|by|to|in)\b|\b(?:invalid|missing|malformed) (?:[\w.-]+ ){0,2}(?:config(?:uration)?|settings|option|environment variable)s?\b|\b(?:config(?:uration)?|manifest|settings)(?: file)? (?:(?:is |was )?(?:not found|missing|invalid)|validation failed))/i,
    yes: [
      said('Error: No acme config file found.'),
      said('Error: An output path is required for the `client` generator.'),
      said('ConfigError: Invalid configuration object.'),
      said('Error: config /home/dev/.acme/config.toml: config validation failed (3 errors):'),
    ],
    no: [said('The page says that no config file was found.')],
  }),
  build({
    id: 'build.not-permitted',
    reason: 'SETUP_FAILED',
    sentence: 'The operating system does not allow a program to open, run or change a file.',
    says: /^(?:\S{1,200}: ){1,3}.{0,300}: Operation not permitted$|^(?:\S{1,100}: )?.{0,200}\bEPERM: operation not permitted\b/,
    not: /\b(?:kill|setpriority|setuid|setgid|ptrace)\b|^npm (?:warn|notice)\b/i,
    yes: [
      said('/bin/bash: /Users/dev/Desktop/shop/run.sh: Operation not permitted'),
      said("Error: EPERM: operation not permitted, rename 'shop.tmp' -> 'shop.node'"),
    ],
    no: [
      said("npm warn cleanup [Error: EPERM: operation not permitted, rmdir 'shop']"),
      said('The page explains Operation not permitted'),
      said('SystemError: kill() failed: EPERM: operation not permitted'),
    ],
  }),
  build({
    id: 'build.compile',
    reason: 'BROKEN_BUILD',
    sentence: 'A program without a tool reader reports that it could not compile, link or bundle.',
    says: anyOf(
      [
        /^\W{0,6}(?:error: |fatal: |ERROR )?(?:failed|unable|could not|cannot) (?:to )?(?:compile|link|assemble|transpile|bundle|parse) (?!JSON)\S/,
        /^\W{0,6}(?:[\w.-]+ ){0,3}?(?:compilation|compile|linking|bundling|transpilation) (?:has |was )?(?:failed|aborted|unsuccessful|terminated)\b/,
        /^\W{0,6}(?:\S{1,80}: )?(?:the )?(?:project|app|package|module|site|firmware|kernel|image)?\s?build (?:has )?failed\b(?! in \d)/,
        /^(?:\d+ warnings? and )?[1-9]\d* errors? generated\.?$/,
        /^(?:Error: )?(?:Reference to undeclared|Unsupported (?:argument|attribute|block type)|Duplicate (?:resource|variable|provider|output))\b(?: [\w" ]{1,60})?$/,
        /^(?:error: )?(?:kernel|shader|program|template|schema|grammar) (?:compilation|build|validation) (?:failed|error)/,
      ],
      'i',
    ),
    yes: [
      said('Error: Failed to compile source (from CL to IR).'),
      said('shader compilation failed'),
      said('Error: Reference to undeclared resource'),
      said('acme: build failed'),
    ],
    no: [said('The docs tell how a compilation that failed is read.')],
  }),
]
