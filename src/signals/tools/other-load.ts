import { anyOf } from '../any-of.ts'
import { meaningOf, type Form } from '../forms.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** Messages of less common languages about code that cannot be built, or packages that are missing. */
const FORMS: readonly Form[] = [
  // A gem has a name, and a file of the project most often a path.
  [
    /^\S{1,300}:\d+:in (?!.{0,3}(?:\S{1,40}#)?require_relative).*: cannot load such file -- (?!(?:spec|rails|test)_helper)\w[\w-]*(?:\/[\w/-]+)? \(LoadError\)$/,
    'install-failed',
  ],
  [/^\S{1,300}:\d+:in .*: cannot load such file -- .* \(LoadError\)$/, 'build-failed'],
  [
    /^(?:\S{1,300}: )?\S{1,300}\.(?:rb|rake|ru|gemspec):\d+: syntax errors? ?(?:found|,)|^\S{1,300}\.rb:\d+: .*\(SyntaxError\)$/,
    'build-failed',
  ],
  [
    /^(?:Could not find (?:gem '|\S+-\d\S* in (?:any of the sources|locally installed gems))|Bundler could not find compatible versions|An error occurred while installing \S+ \(|Your Ruby version is .*, but your Gemfile specified|Could not reach host |Could not fetch specs from |Bundler::GemNotFound|ERROR: {2}(?:Could not find a valid gem|Error installing ))/,
    'install-failed',
  ],
  [/^Bundle (?:complete!|updated!)/, 'install-passed'],
  [/^(?:PHP )?Parse error: +/, 'build-failed'],
  // Classes of packages that Composer installs, and functions of an extension.
  [
    /^(?:PHP )?Fatal error: .{0,200}[\\/]vendor[\\/](?:autoload\.php|composer[\\/])|^(?:PHP )?Fatal error: +Uncaught Error: Call to undefined function (?:mb|curl|mysqli?|pg|sqlite|json|simplexml|image|gd|iconv|intl|openssl|zip|bc|gmp|posix|pcntl|ldap|imap|ftp|sodium|apcu|xml|dom|socket)_\w+\(/,
    'install-failed',
  ],
  [
    /^(?:PHP )?Fatal error: +Uncaught Error: (?:Class "[^"]+" not found|Failed opening required|Call to undefined function)|^(?:PHP )?Fatal error: +(?:require|include)(?:_once)?\(\)/,
    'build-failed',
  ],
  [
    /^\s*(?:Your requirements could not be resolved to an installable set of packages\.|Could not find a matching version of package |The "https?:\/\/\S+" file could not be downloaded|Root composer\.json requires )/,
    'install-failed',
  ],
  [
    /^== Compilation error in file \S+ ==$|^\*\* \((?:CompileError|SyntaxError|TokenMissingError|MismatchedDelimiterError)\) /,
    'build-failed',
  ],
  [/^could not compile dependency :|^===> Compiling \S+ failed/, 'build-failed'],
  // OCaml, Elm, ReScript, Scala 3, Nim, Solidity, Lean, LaTeX
  [
    /^File "[^"]{1,300}\.mli?", lines? \d+(?:-\d+)?, characters \d+-\d+:$|^(?:Compiling \.{3} ?)?-- [A-Z][A-Z ]{2,40} -{3,} \S{1,300}\.elm$|^\s*We've found a bug for you!$|^-- \[E\d+\] .{1,60}Error: \S{1,300}\.scala:\d+:\d+|^\S{1,300}\.nim\(\d+, \d+\) Error: |^Error(?: \(\d{4}\))?: Compiler run failed|^error: \S{1,300}\.lean(?::\d+:\d+)?: |^! (?:LaTeX Error: |Undefined control sequence\.|Emergency stop\.)/,
    'build-failed',
  ],
  [
    /^\[!\] (?:CocoaPods could not find|Unable to find a (?:specification|pod)|Error installing )|^Error: failed to install '|^ERROR: dependenc(?:y|ies) .* not available for package/,
    'install-failed',
  ],
  [
    /^\*\* \(Mix\) (?:Can't continue due to errors on dependencies|Could not (?:find|install) |No package with name|Hex dependency resolution failed)/,
    'install-failed',
  ],
]
const FILE =
  /^== Compilation error in file (\S+) ==$| in (\S+\.php)(?: on line |:)\d+|^(\S+\.(?:rb|rake|ru)):\d+/

export const otherLoad: ToolReader = {
  name: 'ruby-php-elixir',
  title: 'Ruby, PHP, Elixir, OCaml, Elm, R and other languages',
  cue: anyOf([
    /LoadError|\.(?:rb|rake|ru|gemspec):\d+: |^Could not |Bundle|^An error occurred while installing/,
    /^Your Ruby|^ERROR: {2}|Parse error|Fatal error|requirements could not be resolved/,
    /matching version of package|could not be downloaded|composer\.json requires|^== Compilation error/,
    /^\*\* \(|could not compile dependency|^===> |", lines? \d+(?:-\d+)?, characters|\.elm$/,
    /found a bug for you|\.scala:\d+:\d+|\.nim\(|Compiler run failed|\.lean:|^! |^\[!\] /,
    /^Error: failed to install|^ERROR: dependenc/,
  ]),
  open: () => ({ line: readLine }),
}

function readLine(text: string): Finding | null {
  const what = meaningOf(FORMS, text)
  if (what === undefined) return null
  const [, elixir, php, ruby] = FILE.exec(text) ?? []
  const file = elixir ?? php ?? ruby
  return {
    what,
    detail: {
      ...(file === undefined ? {} : { names: [file] }),
      ...(what === 'install-failed' ? transient(text) : {}),
    },
  }
}
