import { anyOf } from '../any-of.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** The last table of Ansible: `host : ok=3 changed=1 unreachable=0 failed=1 …`. */
const RECAP = /^\S+\s+: ok=\d+\s+changed=\d+\s+unreachable=(\d+)\s+failed=(\d+)/
/** A banner begins a play, a task or the last table. Ansible may print it with cowsay. */
const BANNER = /^(?:< )?(?:PLAY|TASK|RUNNING HANDLER)\b/
/** The start of a play. Failures before this line belong to the play before it. */
const PLAY = /^(?:< )?PLAY \[/
const ANSIBLE_ERROR = /^(?:\[ERROR\]: |ERROR! )(?!User interrupted)/
const INTERRUPTED = /^\[?ERROR[\]!]:? User interrupted execution/
/** A failed host leaves the play, unless the task ignores errors. */
const FATAL =
  /^fatal: \[[^\]]{1,200}\](?:: | -> )?.{0,200}?(?:FAILED!|UNREACHABLE!) ?=> ?|^failed: \[[^\]]{1,200}\] \(item=/
const IGNORED = /^\.\.\.ignoring$/
/** The host name is removed before, because it looks like the name of a service in a log. */
const AD_HOC = /^(?:\S{1,200} \| )?(?:(FAILED!?|UNREACHABLE!)|SUCCESS|CHANGED)(?: \| rc=\d+ >>| =>)/
/** Salt ends with the number of its states, Chef with a sentence. */
const SALT_FAILED = /^Failed: {1,8}([1-9]\d*)$/
const SALT_TOTAL = /^Total states run: +\d+$/
const CHEF_FAILED =
  /^Chef (?:Infra )?Client failed\b|^\s*Error executing action `\w+` on resource '|^\[[^\]]{1,60}\] (?:FATAL|ERROR): (?:Chef::|Mixlib::|\S+\[[^\]]{1,80}\] \(\S+ line \d+\) had an error)/
const CHEF_DONE = /^Chef (?:Infra )?Client (?:finished|Run complete in)\b/
/** Terraform and similar tools draw a box around an error. A console with another encoding garbles the box. */
const BOXED = /^(?:[│|]|Ôöé|Γöé|â”‚) Error: \S(?!.*[│|]$)/
const OLD_TERRAFORM =
  /^(?:Error: )?Error (?:applying plan|running plan|refreshing state|loading (?:state|config)|configuring the backend|acquiring the state lock|asking for user input|downloading modules):|^!{8,} TERRAFORM CRASH !{8,}|^Terraform crashed!/
const APPLIED =
  /^(?:Apply|Destroy) complete! Resources: |^No changes\. (?:Your infrastructure|Infrastructure)|^(?:Terraform|OpenTofu) has been successfully initialized!|^Success! The configuration is valid|^Saved the plan to: |^Note: You didn't use the -out option/

export const provisioning: ToolReader = {
  name: 'provisioning',
  title: 'Terraform, OpenTofu, Ansible, Salt, Chef',
  cue: anyOf([
    / : ok=\d|PLAY|TASK|RUNNING HANDLER|^\[?ERROR[\]!]|^fatal: \[|^failed: \[|^\.\.\.ignoring|\| rc=\d/,
    /(?:FAILED!?|UNREACHABLE!|SUCCESS|CHANGED) =>|^[│|] Error: |^(?:Ôöé|Γöé|â”‚) Error: /,
    /^(?:Error: )?Error (?:applying|running|refreshing|loading|configuring|acquiring|asking|downloading) /,
    /TERRAFORM CRASH|^Terraform crashed|complete! Resources: |^No changes\. |successfully initialized!/,
    /^Success! The conf|^Saved the plan to|^Note: You didn't use/,
    /^Failed: {1,8}\d|^Total states run|Chef (?:Infra )?Client|Error executing action|(?:FATAL|ERROR): /,
  ]),
  open: () => {
    // The hosts of one table give one verdict: a successful host does not resolve a failed one.
    let failed = false
    let fatal = ''
    let badStates = false
    return {
      line: (text) => {
        if (SALT_FAILED.test(text)) badStates = true
        if (SALT_TOTAL.test(text)) return { what: badStates ? 'install-failed' : 'install-passed' }
        if (BANNER.test(text)) failed = false
        if (PLAY.test(text)) fatal = ''
        if (FATAL.test(text)) {
          fatal ||= text
          return {
            what: 'install-failed',
            message: fatal,
            tentative: true,
            inPlace: true,
            detail: transient(fatal),
          }
        }
        if (IGNORED.test(text)) {
          fatal = ''
          return { what: 'install-passed', tentative: true }
        }
        const recap = RECAP.exec(text)
        if (recap === null) return readLine(text)
        failed ||= recap[1] !== '0' || recap[2] !== '0'
        return ofTable(failed, fatal)
      },
    }
  },
}

/** The failed task is more informative than the table. */
const ofTable = (failed: boolean, fatal: string): Finding =>
  failed
    ? {
        what: 'install-failed',
        ...(fatal === '' ? {} : { message: fatal, inPlace: true, detail: transient(fatal) }),
      }
    : { what: 'install-passed' }

function readLine(text: string): Finding | null {
  if (INTERRUPTED.test(text)) return { what: 'interrupt' }
  if (ANSIBLE_ERROR.test(text) || BOXED.test(text) || OLD_TERRAFORM.test(text))
    return { what: 'install-failed', detail: transient(text) }
  if (CHEF_FAILED.test(text)) return { what: 'install-failed', tentative: true, detail: transient(text) }
  if (CHEF_DONE.test(text)) return { what: 'install-passed' }
  const told = AD_HOC.exec(text)
  if (told !== null) return { what: told[1] === undefined ? 'install-passed' : 'install-failed' }
  return APPLIED.test(text) ? { what: 'install-passed' } : null
}
