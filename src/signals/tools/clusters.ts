import { anyOf } from '../any-of.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** The cluster, or a chart for it, rejects its input. */
const REFUSED: RegExp = anyOf([
  /^Error from server(?: \([A-Za-z]{1,40}\))?: /,
  /^error: (?:unable to (?:recognize|read|decode|find container|upgrade connection)|error (?:validating|parsing|loading|executing|when)|the (?:server doesn't have|path) |no objects passed|resource mapping not found|resource\(s\) were provided|deployment "[^"]{1,100}" exceeded|You must be logged in|must specify |no matching resources|no context exists|context "[^"]{1,100}" does not exist|current-context (?:is|must)|cannot (?:delete|patch|attach)|failed to (?:create|patch|get) )/,
  /^The \S+ "[^"]{1,200}" is invalid: |^(?:\S+ )?\[✖\] |^Error: failed to create cluster "/,
])
/** Scripts query resources that may be missing, and create resources that may exist. */
const MAY_BE_MEANT = /^Error from server \((?:NotFound|AlreadyExists)\): /
const HELM =
  /^Error: (?:(?:INSTALLATION|UPGRADE|UNINSTALL|ROLLBACK) FAILED: (?!timed out)|chart "|failed to (?:download|fetch|parse|perform|do request)|repo \S+ (?:not found|already)|looks like "|no repo(?:sitory)? (?:named|definition|defined)|could not find (?:tiller|a ready|protocol handler)|cannot re-use a name|template: |execution error at |parse error |YAML parse error|release(?:: not found|: already exists| \S+ failed)|unable to build kubernetes objects|values don't meet the spec|rendered manifests contain|non-absolute URLs|failed (?:pre|post)-\w+|(?:pre|post)-\w+ hooks failed|Chart\.yaml file is missing|accumulating resources|no matches for |may not add resource|unable to find one of 'kustomization|rawResources failed)|^STATUS: failed$/
const LINTED = /^\d+ chart\(s\) linted, (\d+) chart\(s\) failed/
/** No cluster was created, or none answers. */
const NO_CLUSTER =
  /^(?:❌|X)\s{1,4}Exiting due to [A-Z][A-Z_]{2,40}|^(?:error execution phase |\[preflight\] Some fatal errors occurred)|^ERROR: failed to (?:create|delete) cluster\b|^FATA\[\d+\] .*\b(?:[Cc]luster|k3s|kubelet|etcd|[Nn]odes?|[Dd]ocker)\b|^Error: Kubernetes cluster unreachable: /
const READY: RegExp = anyOf([
  /^\S{1,100}\/\S{1,200} (?:created|configured|unchanged|patched|scaled|restarted|annotated|labeled|serverside-applied)$/,
  /^\S{1,30} "[^"]{1,200}" successfully rolled out$|^STATUS: deployed$/,
  /^Release "[^"]{1,100}" has been upgraded\. Happy Helming!/,
  /^Your Kubernetes control-plane has initialized successfully!|^This node has joined the cluster/,
  /^(?:\S+ )?Done! kubectl is now configured to use |^Set kubectl context to "/,
  /^(?:\S+ \S+ )?\[[✔ℹ]\] {1,2}EKS cluster "[^"]{1,100}" in "[^"]{1,40}" region is ready/,
])

/** A row of the events of a pod, of `kubectl describe` or `kubectl get events`. */
const EVENT =
  /^\s{0,8}(?:\S{1,12}\s+)?Warning\s+(?:Failed|BackOff|Unhealthy|Failed[A-Z]\w{3,40}|Evicted|ErrImage\w*|ImagePull\w*|InspectFailed|NetworkNotReady|NodeNotReady|ProvisioningFailed)\s+\S/
const STARTED = /^\s{0,8}(?:\S{1,12}\s+)?Normal\s+(?:Started|Ready)\s+\S/

export const clusters: ToolReader = {
  name: 'kubernetes',
  title: 'kubectl, Helm, kubeadm, kind, minikube, eksctl',
  cue: anyOf([
    /^Error from server|^error: |" is invalid: |^Error: |^STATUS: |chart\(s\) linted|Exiting due to/,
    /error execution phase|Some fatal errors|failed to (?:create|delete) cluster|\[✖\]|^FATA\[/,
    /^\S{1,100}\/\S{1,200} (?:created|configured|unchanged|patched|scaled|restarted|annotated|labeled|serverside-applied)$/,
    /successfully rolled out|Happy Helming|control-plane has initialized|has joined the cluster/,
    /\b(?:Warning|Normal)\s+[A-Z][A-Za-z]{2,40}\s+\S/,
    /kubectl is now configured|Set kubectl context|region is ready/,
  ]),
  open: () => ({ line: readLine }),
}

function readLine(text: string): Finding | null {
  const failed = LINTED.exec(text)?.[1]
  if (failed !== undefined) return { what: failed === '0' ? 'tests-passed' : 'lint-failed' }
  if (NO_CLUSTER.test(text)) return { what: 'engine-failed', detail: transient(text) }
  if (EVENT.test(text)) return { what: 'install-failed', tentative: true, detail: transient(text) }
  if (STARTED.test(text)) return { what: 'install-passed', tentative: true, detail: { soFar: true } }
  if (MAY_BE_MEANT.test(text)) return { what: 'install-failed', tentative: true }
  if (REFUSED.test(text) || HELM.test(text)) return { what: 'install-failed', detail: transient(text) }
  return READY.test(text) ? { what: 'install-passed' } : null
}
