import type { Finding, ToolReader } from './tool-reader.ts'

/** Ansible's last table: `host : ok=3 changed=1 unreachable=0 failed=1 …`. */
const RECAP = /^\S+\s+: ok=\d+\s+changed=\d+\s+unreachable=(\d+)\s+failed=(\d+)/
const ANSIBLE_ERROR = /^(?:\[ERROR\]: |ERROR! )(?!User interrupted)/
const INTERRUPTED = /^\[?ERROR[\]!]:? User interrupted execution/
/** Terraform and its like draw a box around an error. */
const BOXED = /^[│|] Error: \S/
const APPLIED =
  /^(?:Apply|Destroy) complete! Resources: |^No changes\. (?:Your infrastructure|Infrastructure)/
const HELM = /^Error: (?:INSTALLATION|UPGRADE|UNINSTALL|ROLLBACK) FAILED: (?!timed out)/

export const provisioning: ToolReader = {
  name: 'provisioning',
  title: 'Terraform, Ansible, Helm',
  cue: / : ok=\d|^PLAY RECAP|^\[?ERROR[\]!]|^[│|] Error: |complete! Resources: |^No changes\. |^Error: [A-Z]+ FAILED: /,
  open: () => {
    // The hosts of one table are one verdict: a host that went well settles nothing for the one before it.
    let failed = false
    return {
      line: (text) => {
        if (text.startsWith('PLAY RECAP')) failed = false
        const recap = RECAP.exec(text)
        if (recap === null) return readLine(text)
        failed ||= recap[1] !== '0' || recap[2] !== '0'
        return { what: failed ? 'install-failed' : 'install-passed' }
      },
    }
  },
}

function readLine(text: string): Finding | null {
  if (INTERRUPTED.test(text)) return { what: 'interrupt' }
  if (ANSIBLE_ERROR.test(text) || BOXED.test(text) || HELM.test(text)) return { what: 'install-failed' }
  return APPLIED.test(text) ? { what: 'install-passed' } : null
}
