import { outcomeOf, type Outcome } from './outcome-reader.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** GHC numbers its modules. The last one has the total number. */
const COMPILING = /^\[ *(\d+) of (\d+)\] (?:Compiling|Linking) /
const ERROR =
  /^\S{1,300}\.l?hs(?::|:\(|: \()[\d:,()\- ]{1,40} ?error:|^<interactive>:.{1,40}error:|^`\S{1,80}' failed in phase `/
/** A library that is hidden or not installed. Projects rarely put modules of their own under these names. */
const LIBRARY =
  /^\s+(?:• )?(?:Could not (?:find|load) module [‘'`"]?(?:Codec|Control|Crypto|Data|Database|Graphics|Language|Network|System|Test|Text)\.|It is a member of the hidden package )/
const OUTCOMES: readonly Outcome[] = [
  [
    /^(?:cabal: |Error: cabal: |Error: \[Cabal-\d+\]\s?)?(?:Could not resolve dependencies|Cannot find the program|The package list for .{1,80} does not exist)|^Error: \[S-\d+\]$|^While constructing the build plan, the following exceptions/,
    'install-failed',
    'over',
  ],
  [/^(?:cabal: |Error: (?:\[Cabal-\d+\]\s?)?(?:cabal: )?)Failed to build /, 'build-failed', 'over'],
  [/^Completed \d+ action\(s\)\.$|^Up to date$/, 'build-passed', 'so far'],
]

/** GHC, cabal and stack print nothing after a successful build. The line of the last module is the verdict. */
export const haskell: ToolReader = {
  name: 'ghc',
  title: 'GHC, cabal and stack',
  cue: /^\s+(?:• )?Could not (?:find|load) module |^\s+It is a member of the hidden |^\[ *\d+ of \d+\] |\.l?hs:[\d(]|^<interactive>:|failed in phase|Could not resolve dependencies|^Error: |^cabal: |Cannot find the program|does not exist|constructing the build plan|^Completed \d+ action|^Up to date$/,
  open: () => {
    let broken = false
    return {
      line: (text): Finding | null => {
        if (ERROR.test(text)) {
          broken = true
          return { what: 'build-failed', tentative: true }
        }
        if (broken && LIBRARY.test(text)) return { what: 'install-failed', tentative: true }
        const [, at, of] = COMPILING.exec(text) ?? []
        if (at !== undefined) return at === of && !broken ? { what: 'build-passed', tentative: true } : null
        return outcomeOf(OUTCOMES, text)
      },
    }
  },
}
