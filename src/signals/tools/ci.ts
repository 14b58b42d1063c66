import type { Finding, ToolReader } from './tool-reader.ts'

/** What build services print when the command they ran has failed: that it did, not why. */
const FAILED =
  /^(?:(?:##\[error\]|Error: |!! )?Process completed with exit code [1-9]|##\[error\](?:Bash|PowerShell|Cmd\.exe|The process '.{1,200}') (?:exited|failed) with (?:exit )?code '?[1-9]|(?:Bash|PowerShell|Cmd\.exe) exited with code '?[1-9]|ERROR: Job failed(?:: (?:command terminated with )?exit (?:code|status) [1-9]\d*)?$|Finished: (?:FAILURE|UNSTABLE)$|Build step '.{1,100}' marked build as failure|The command ".{1,300}" (?:exited with|failed and exited with) [1-9]|Done\. Your build exited with [1-9]|Exited with code (?:exit status )?[1-9]\d*$|🚨 Error: The command exited with status [1-9]|ERROR: build step \d+ .{1,200} failed: |Command failed with exit code [1-9])/
/** A step after it means that the failed one was allowed to fail. */
const GOES_ON = /^##\[group\]Run |^Job succeeded$|^Finished: SUCCESS$|^Done\. Your build exited with 0/
const PASSED = /^Job succeeded$|^Finished: SUCCESS$|^Done\. Your build exited with 0/

export const ci: ToolReader = {
  name: 'ci',
  title: 'GitHub Actions, GitLab, Jenkins and other build services',
  cue: /exit(?:ed|s)? (?:with )?(?:code|status)|exited with|^ERROR: (?:Job failed|build step)|^Finished: |marked build as|^##\[group\]Run |^Job succeeded/,
  open: () => {
    let failed = ''
    const line = (text: string): Finding | null => {
      if (FAILED.test(text)) failed = text
      else if (GOES_ON.test(text)) failed = ''
      return PASSED.test(text) ? { what: 'build-passed' } : null
    }
    return { line, end: () => (failed === '' ? null : { what: 'failure', message: failed }) }
  },
}
