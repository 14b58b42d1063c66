import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

/** Unity, Unreal and Godot in headless mode. */
export const gameEngines: ToolReader = outcomeReader({
  name: 'game-engine',
  title: 'Unity, Unreal Engine and Godot builds',
  cue: /batchmode|^\*\*\* Tundra build|^Scripts have compiler errors|Build (?:completed|Finished), Result|Build completed with a result|^Error building Player|AutomationTool exiting|^Result: |\berror\(s\), \d+ warning\(s\)|SCRIPT ERROR: |Cannot export project|export template|Unity Editor license|^Project export for preset/,
  outcomes: [
    [
      /^Exiting batchmode successfully now!|Build completed with a result of 'Succeeded'|Build Finished, Result: Success/,
      'build-passed',
    ],
    [
      /^Aborting batchmode due to failure:|^Scripts have compiler errors\.|Build completed with a result of '(?:Failed|Cancelled)'|Build Finished, Result: Failure|^Error building Player\b|^\*\*\* Tundra build failed/,
      'build-failed',
      'over',
    ],
    [/No valid Unity Editor license found/, 'install-failed'],
    [/AutomationTool exiting with ExitCode=0 \(Success\)|^Result: Succeeded$/, 'build-passed'],
    [/AutomationTool exiting with ExitCode=[1-9]|^Result: Failed \(/, 'build-failed', 'over'],
    [/\bFailure - [1-9]\d* error\(s\), \d+ warning\(s\)/, 'build-failed', 'over'],
    [/\bSuccess - 0 error\(s\), \d+ warning\(s\)/, 'build-passed'],
    [/^SCRIPT ERROR: (?:Parse|Compile) Error: /, 'build-failed', 'so far'],
    [
      /^(?:ERROR: )?Cannot export project with preset|^ERROR: Project export for preset .{1,80} failed/,
      'build-failed',
      'over',
    ],
  ],
})
