import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

/** Synthesis and simulation of hardware: Vivado, Quartus, Yosys, nextpnr, Icarus, Verilator, GHDL, ModelSim. */
export const hardware: ToolReader = outcomeReader({
  name: 'hardware',
  title: 'Vivado, Quartus, Yosys, Verilator and other hardware tools',
  cue: /^ERROR: |^INFO: \[USF-XSim-97\]|^CRITICAL WARNING: \[|completed successfully$|^Error \(\d+\): |(?:was|were) (?:un)?successful\. \d+ errors?|^End of script\. |^Info: Program finished|^I give up\.$|^\d+ error\(s\) during elaboration|^%Error|^\*\* Error|^# \*\* Error|^(?:# )?Errors: \d+, Warnings: |^ghdl:|\.vhdl?:\d+:\d+:|^\[ERROR [A-Z]{3}-\d+\]|\.s?vh?:\d+: (?:syntax )?error/,
  outcomes: [
    [/^ERROR: \[[A-Z][\w ]{1,30} \d+-\d+\] /, 'build-failed', 'so far'],
    [
      /^(?:synth_design|place_design|route_design|write_bitstream|opt_design|link_design) completed successfully$/,
      'build-passed',
      'so far',
    ],
    [/^INFO: \[USF-XSim-97\] XSim simulation ran for /, 'build-passed', 'so far'],
    [/^Error \(\d{4,6}\): |^Error: .{1,80} was unsuccessful\. [1-9]\d* errors?, /, 'build-failed', 'so far'],
    [/^Info(?: \(\d+\))?: .{1,80} was successful\. 0 errors, /, 'build-passed', 'so far'],
    [/^End of script\. Logfile hash: |^Info: Program finished normally\.$/, 'build-passed'],
    [
      /^I give up\.$|^[1-9]\d* error\(s\) during elaboration\.|^\S{1,300}\.s?vh?:\d+: (?:syntax )?error\b/,
      'build-failed',
      'so far',
    ],
    [/^%Error(?:-\w+)?: |^%Error-\w+: /, 'build-failed', 'so far'],
    [/^(?:# )?\*\* Error(?: \(suppressible\))?: /, 'build-failed', 'so far'],
    [/^(?:# )?Errors: [1-9]\d*, Warnings: \d+/, 'build-failed', 'over'],
    [/^(?:# )?Errors: 0, Warnings: \d+/, 'build-passed', 'so far'],
    [/^ghdl:error: |^\S{1,300}\.vhdl?:\d+:\d+:error: /, 'build-failed', 'so far'],
    [/^\[ERROR [A-Z]{3}-\d{4}\] /, 'build-failed', 'so far'],
  ],
})
