import { meaningOf, type Form } from '../forms.ts'
import type { ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** Messages of system package managers and of download tools. After warnings (`W:`) they continue. */
const FORMS: readonly Form[] = [
  [
    /^E: (?:Unable to (?:locate|fetch|acquire|lock|correct|find|parse)|Package '|Version '|Failed to fetch|Could not (?:get lock|open lock)|Couldn't find|Sub-process |The (?:repository|package|value|list of sources|method)|dpkg was interrupted|Unmet dependencies|Some (?:packages|index files)|Release file|Couldn't |Held packages|Broken packages|Conflicting values|There (?:were|are) |You don't have enough free space|Type |Malformed)/,
    'install-failed',
  ],
  [
    /^dpkg: (?:error[: ]|unrecoverable)|^dpkg-deb: error: |^Errors were encountered while processing:/,
    'install-failed',
  ],
  [
    /^ERROR: (?:unable to select packages|unsatisfiable constraints|Unable to lock database|\S+: (?:temporary error|No such file|network error|DNS|BAD signature|trying to overwrite))/,
    'install-failed',
  ],
  [
    /^Error: (?:No (?:available formula|formulae or casks|similarly named formulae)|\S+: (?:no bottle available|Failed to download)|Failed to download resource|Cannot install |Unable to find a match|Failed to download metadata|Cannot find a valid baseurl|Unable to resolve argument|Transaction (?:test error|failed)|GPG check FAILED)/,
    'install-failed',
  ],
  [
    /^No match for argument: |^error: (?:Failed (?:build )?dependencies:|target not found: |failed retrieving file |failed to (?:prepare|commit) transaction|snap "[^"]+" not found|toolchain '\S+' is not installed)|^No provider of '[^']+' found\./,
    'install-failed',
  ],
  [
    /^pyenv: version `[^']+' is not installed|^N\/A: version "[^"]+" is not yet installed|^rbenv: version `[^']+' is not installed|^No version is set for command /,
    'install-failed',
  ],
  [
    /^curl: \((?:5|6|18|22|35|52|55|56|60|92)\) |^curl: \((?:7|28)\) (?!.*(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1))|^wget: (?:unable to resolve|server returned error|can't connect|bad address)|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ERROR [45]\d\d: /,
    'install-failed',
  ],
  [
    /^gpg: (?:BAD signature from |Can't check signature: |decryption failed: |signing failed: |verify signatures failed: |no valid OpenPGP data found|keyserver receive failed: )/,
    'install-failed',
  ],
  [/^(?:Setting up \S+ \(\S+\) \.\.\.|OK: [\d.]+ [KMG]iB in \d+ packages|Complete!$|🍺 )/, 'install-passed'],
]
const MISSING =
  /^E: (?:Unable to locate package|Package '|Couldn't find any package by (?:glob|regex)) ?'?([^' ]+)/

export const systemInstall: ToolReader = {
  name: 'apt',
  title: 'apt, apk, brew, dnf and downloads',
  cue: /^E: |^dpkg|^Errors were encountered|^ERROR: |^Error: |^No match for argument|^error: |^No provider|is not (?:yet )?installed|^No version is set|^curl: \(|^wget: |ERROR [45]\d\d: |^gpg: |^Setting up |^OK: |^Complete!|^🍺/,
  open: () => {
    /** The first error is the cause. apt ends with a summary. */
    let first = ''
    return {
      line: (text) => {
        const what = meaningOf(FORMS, text)
        if (what === undefined) return null
        if (what === 'install-passed') {
          first = ''
          return { what }
        }
        first ||= text
        const name = MISSING.exec(first)?.[1]
        const detail = { ...transient(first), ...(name === undefined ? {} : { names: [name] }) }
        return { what, message: first, tentative: true, inPlace: true, detail }
      },
    }
  },
}
