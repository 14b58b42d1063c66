import { anyOf } from '../any-of.ts'
import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

/** Compilers, loaders and packagers that print little more than one line. */
export const smallLanguages: ToolReader = outcomeReader({
  name: 'small-languages',
  title: 'Clojure, Tcl, Perl, Lua, Nim, Julia, Erlang, OCaml, Fortran, CUDA and Nix',
  cue: anyOf([
    /^┌ Error: Error building|^'opam |^#=== ERROR while |^Can't locate \S+\.pm|^BEGIN failed--/,
    /^! (?:Installing|Couldn't|Configure|Testing)|distributions? installed$|^(?:\S*\/)?lua\w*: /,
    /^Error: (?:Could not satisfy|Failed installing|No results matching|Library |unhandled|cannot open)/,
    /is now installed in |\[Success(?:X|ful)?\]$|\.nim\(\d/,
    /^ERROR: (?:LoadError|Unsatisfiable|ArgumentError|The following package)|^===> |^Generated \S+ app$/,
    /^\[ERROR\] (?:No package|The compilation|Package conflict|Sorry)|^Fatal Error: |error #\d+: /,
    /errors? detected in the compilation|^nvcc (?:fatal|error)|refusing to evaluate/,
    /^\s*error: (?:Package|attribute|undefined variable|hash mismatch|experimental|syntax error|infinite recursion|flake|cannot find flake|path ')/,
    /^Done\. The new configuration is|^the following new units were started|^setting up \/etc/,
    /^error: (?:getting status|opening file)|^invalid command name|^can't read "|^wrong # args/,
    /^Syntax error (?:\(\w+\) )?(?:reading|macroexpanding|compiling)/,
  ]),
  outcomes: [
    // Tcl
    [
      /^invalid command name "|^can't read "[\w():]{1,80}": no such |^wrong # args: should be "/,
      'build-failed',
      'so far',
    ],
    // Clojure
    [
      /^Syntax error (?:\(\w+\) )?(?:reading source|macroexpanding \S+|compiling(?: \S+)?) at \(/,
      'build-failed',
    ],
    // Perl
    [/^Can't locate \S{1,200}\.pm in @INC/, 'install-failed'],
    [/^BEGIN failed--compilation aborted at /, 'build-failed', 'over'],
    [
      /^! (?:Installing|Configure|Testing) \S+ (?:failed|but)|^! Couldn't find module or a distribution/,
      'install-failed',
    ],
    [/^\d+ distributions? installed$/, 'install-passed'],
    // Lua
    [
      /^(?:\S*\/)?lua\w*: [^']{0,300}\bmodule '\w+' not found:|^Error: (?:Could not satisfy dependency|Failed installing dependency|No results matching query)/,
      'install-failed',
    ],
    [/^\S+ [\d.]+-\d+ is now installed in /, 'install-passed'],
    // Nim, Julia, Erlang, Elixir, OCaml
    [/^Hint: .{1,300}\[Success(?:X|ful)?\]$/, 'build-passed'],
    [
      /^ERROR: (?:Unsatisfiable requirements detected|The following package names could not be resolved)|^ERROR: (?:LoadError: )?ArgumentError: Package \S{1,80} (?:not found in current path|does not have)/,
      'install-failed',
    ],
    [
      /^┌ Error: Error building `|^'opam \w{1,20} .{1,200}' failed\.$|^#=== ERROR while \w+ \S+ =+#$/,
      'install-failed',
    ],
    [/^===> (?:Failed to fetch|Package not found|Failed to (?:update|solve))/, 'install-failed'],
    [/^===> Compil(?:ing|ation) \S{0,200} ?failed|^===> Uncaught error in rebar_core/, 'build-failed'],
    [/^Generated \S{1,80} app$/, 'build-passed', 'so far'],
    [
      /^\[ERROR\] (?:No package named|The compilation of \S{1,80} failed|Package conflict|Sorry, no solution)/,
      'install-failed',
    ],
    [/^Error: Library "[^"]{1,100}" not found/, 'install-failed'],
    // Fortran and CUDA
    [
      /^Fatal Error: (?:Cannot open (?:module|included) file|File ‘)|\.(?:f|f90|F90|for)\(\d+\): error #\d+: /,
      'build-failed',
      'so far',
    ],
    [/^\d+ errors? detected in the compilation of "/, 'build-failed'],
    [/^nvcc fatal +: (?:Cannot find compiler|Unsupported gpu|Path to|Host compiler)/, 'install-failed'],
    [/^nvcc (?:fatal|error) +: /, 'build-failed'],
    // Nix
    [
      /^\s{0,12}error: Package .{1,200} (?:is (?:marked as (?:insecure|broken)|not (?:available|supported))|has an unfree license).{0,200}refusing to evaluate|^\s{0,12}error: (?:hash mismatch in fixed-output|experimental Nix feature|cannot find flake|flake '[^']{1,200}' does not provide|path '[^']{1,200}' does not exist)/,
      'install-failed',
    ],
    [
      /^\s{0,12}error: (?:attribute '[^']{1,100}' missing|undefined variable '|infinite recursion encountered|syntax error, unexpected )/,
      'build-failed',
    ],
    [/^Done\. The new configuration is \/nix\/store\//, 'build-passed'],
    [/^the following new units were started: |^setting up \/etc\.\.\.$/, 'build-passed', 'so far'],
  ],
})
