import type { Finding, ToolReader } from './tool-reader.ts'

/** Vagrant explains an error in whole sentences. The first one names it. */
const NO_MACHINE =
  /^(?:The guest machine entered an invalid state|Timed out while waiting for the machine to boot|There was an error (?:while executing `VBoxManage`|talking to Libvirt|when attempting to)|The (?:box|provider) '[^']{1,200}' (?:could not|that was)|The IP address configured for the host-only network|Vagrant (?:cannot forward|could not detect|was unable to mount|failed to initialize|encountered an unexpected|has detected that you have a version)|A Vagrant environment or target machine is required|VBoxManage: error: |VBoxManage\.exe: error: |virsh error: |Stderr: VBoxManage: error: |No usable default provider could be found)|Vagrant::Errors::(?:VMBoot|VBoxManage|Box|Provider|NFS|MachineState)\w+/
const PROVISION_FAILED =
  /^(?:The SSH command responded with a non-zero exit status|The following SSH command responded with a non-zero|Ansible failed to complete successfully|Chef never successfully completed|Puppet failed)\b|Vagrant::Errors::\w+/
const BOOTED = /^(?:Machine booted and ready!|Machine already provisioned)/

export const virtualMachines: ToolReader = {
  name: 'vagrant',
  title: 'Vagrant and VirtualBox',
  cue: /guest machine entered|waiting for the machine|There was an error |^The (?:box|provider) '|host-only network|Vagrant|VBoxManage|virsh error|usable default provider|SSH command responded|Ansible failed|^Chef never|^Puppet failed|^Machine /,
  open: () => ({ line: readLine }),
}

function readLine(text: string): Finding | null {
  if (NO_MACHINE.test(text)) return { what: 'engine-failed' }
  if (PROVISION_FAILED.test(text)) return { what: 'install-failed', secondhand: true }
  return BOOTED.test(text) ? { what: 'install-passed' } : null
}
