import type { ToolReader } from './tool-reader.ts'

/** Nix evaluates before it builds. An evaluation error is an error in the configuration. */
const REFUSED =
  /^\s{0,8}error: (?:Package ['‘].{1,200}['’] in \S|Refusing to evaluate|attribute '[^']{1,200}' missing|undefined variable '|syntax error, unexpected|infinite recursion encountered|The option [`'‘].{1,200} does not exist|The option value [`'‘]|Failed assertions:|hash mismatch in fixed-output derivation|flake '.{1,200}' does not provide attribute|getting status of '|path '.{1,300}' does not exist|cannot (?:coerce|find flake)|evaluation aborted|build of '.{1,400}' failed|\d+ dependencies of derivation '.{1,300}' failed)|is marked as (?:broken|insecure), refusing to evaluate/
const UNITS_FAILED =
  /^warning: the following units failed: |^warning: error\(s\) occurred while switching to the new configuration/
const ACTIVE = /^(?:activating the configuration\.\.\.|Done\. The new configuration is \/nix\/store\/)/

export const nixSystem: ToolReader = {
  name: 'nix-system',
  title: 'Nix evaluation and NixOS',
  cue: /^\s{0,8}error: |refusing to evaluate|the following units failed|error\(s\) occurred while switching|^activating the configuration|^Done\. The new configuration/,
  open: () => ({
    line: (text) => {
      if (REFUSED.test(text)) return { what: 'build-failed', tentative: true }
      if (UNITS_FAILED.test(text)) return { what: 'install-failed' }
      return ACTIVE.test(text) ? { what: 'install-passed' } : null
    },
  }),
}
