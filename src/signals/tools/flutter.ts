import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

/**
 * `flutter build`, `flutter run` and `dart compile`: their own messages after those of Gradle, Xcode or the compiler.
 */
export const flutter: ToolReader = outcomeReader({
  name: 'flutter',
  title: 'Flutter and Dart builds',
  cue: /\.dart:\d+:\d+: Error: |Gradle task \w+ failed with exit|^Target \w+ failed|^Failed to compile application|^(?:✓|√|✔)\s+Built |^Could not build the|^Failed to (?:build|package)|^Error launching application|^No supported devices|^Got dependencies|^Changed \d+ dependenc|^Pub failed to|^Running "flutter pub get"|pub get failed|^Encountered error while/,
  outcomes: [
    [/^\S{1,300}\.dart:\d+:\d+: Error: /, 'build-failed'],
    [
      /^(?:Error: )?Gradle task \w+ failed with exit code [1-9]|^Target \w+ failed: |^Failed to compile application for the Web|^Could not build the (?:precompiled )?application|^Failed to (?:build|package) (?:iOS|macOS|Linux|Windows|the )|^Encountered error while (?:building|archiving|creating)/,
      'build-failed',
      'over',
    ],
    [/^No supported devices connected|^Pub failed to |(?:^|\s)pub get failed\b/, 'install-failed'],
    [/^Error launching application on /, 'install-failed', 'over'],
    [/^(?:✓|√|✔)\s+Built \S/, 'build-passed'],
    [/^(?:Got dependencies!?|Changed \d+ dependenc(?:y|ies)!?)$/, 'install-passed'],
  ],
})
