import { outcomeOf, type Outcome } from './outcome-reader.ts'
import type { Finding, ToolReader } from './tool-reader.ts'

/** The error of the compiler. The next line has its place. A warning has the same form. */
const ERROR = /^(?:\w{0,30}Error|Error)(?: \(\d{4}\))?: \S/
const PLACE = /^\s*--> (\S{1,300}\.sol):\d+:\d+:?$/

const OUTCOMES: readonly Outcome[] = [
  [/^(?:Error |HardhatError: )HH(?:600|601|404|411|412|409|70\d|E9\d\d):/, 'build-failed'],
  [/^(?:Error |HardhatError: )HHE?\d{1,5}:/, 'install-failed'],
  [/^Compilation failed\. See above\.$|^Error: Compilation failed$/, 'build-failed', 'over'],
  [
    /^Could not connect to your Ethereum client|^Error: +\*\*\* Deployment Failed \*\*\*|^Could not find artifacts for |^(?:ProviderError|Error): .{0,80}\binsufficient funds for /i,
    'install-failed',
  ],
  [
    /^Compiled \d+ Solidity files? (?:successfully|with)|^Nothing to compile|^No files changed, compilation skipped|^> (?:Compiled successfully using:|Artifacts written to |Final cost: |Everything is up to date, there is nothing to compile)|^Compiler run successful|^ONCHAIN EXECUTION COMPLETE & SUCCESSFUL/,
    'build-passed',
    'so far',
  ],
]

/** Smart contracts: Hardhat, Truffle, Foundry and the compiler that they run. */
export const solidity: ToolReader = {
  name: 'solidity',
  title: 'Hardhat, Truffle and Foundry',
  cue: /^Compiled \d+ Solidity|^No(?:thing to compile| files changed)|HardhatError: |^(?:\w{0,30}Error|Error)(?: \(\d{4}\))?: |^Error HH|--> \S+\.sol:|^Compilation failed|^> (?:Compiled successfully|Artifacts written|Final cost|Everything is up to date)|^Could not (?:connect to your|find artifacts)|^Compiler run successful|^ONCHAIN EXECUTION/,
  open: () => {
    let error = ''
    return {
      line: (text): Finding | null => {
        const file = PLACE.exec(text)?.[1]
        const message = error
        error = ERROR.test(text) ? text : ''
        if (file !== undefined && message !== '')
          return { what: 'build-failed', message, detail: { names: [file] } }
        return outcomeOf(OUTCOMES, text)
      },
    }
  },
}
