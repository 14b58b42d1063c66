import { anyOf } from '../any-of.ts'
import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

const VERB = '(?:TEST )?(?:BUILD|ARCHIVE|CLEAN|EXPORT|ANALYZE|INSTALL|BUILD FOR TESTING)'

/** Xcode, Swift packages, CocoaPods, Carthage and fastlane. */
export const appleBuild: ToolReader = outcomeReader({
  name: 'xcode',
  title: 'Xcode, Swift packages, CocoaPods and fastlane',
  cue: anyOf([
    /^\*\* [A-Z ]{3,30} (?:SUCCEEDED|FAILED) \*\*|^xcodebuild: error: |^Build complete!/,
    /^error: (?:[Dd]ependencies could not|no such module|the (?:package|target|product)|Signing for|No profiles|Couldn|emit-module|fatalError|package at)/,
    /: error: (?:Signing for|No profiles|No (?:signing|Accounts)|Provisioning|The (?:package|sandbox))/,
    /^The following build commands failed:|nonzero exit code$|^Pod installation complete|^\[!\] /,
    /^fastlane(?:\.tools)? finished|^bundler: |shell task |^Could not resolve package dependencies/,
    /^Error: The application's bundle|\(Xcode\): /,
  ]),
  outcomes: [
    [new RegExp(String.raw`^\*\* ${VERB} SUCCEEDED \*\*`), 'build-passed'],
    [new RegExp(String.raw`^\*\* ${VERB} FAILED \*\*`), 'build-failed', 'over'],
    [
      /^xcodebuild: error: (?:.{0,200}\b(?:does not contain a scheme|is not (?:currently )?configured|Unable to find a (?:destination|device)|is not a project file|does not exist|requires Xcode|license|SDK "|No such file|cannot be opened|Could not resolve package))|^(?:\S{1,300}: )?error: (?:Signing for ".{1,100}" requires|No profiles for|No (?:signing certificate|Accounts)|Provisioning profile )|^Could not resolve package dependencies:/,
      'install-failed',
    ],
    [/^xcodebuild: error: /, 'build-failed', 'over'],
    [
      /^The following build commands failed:$|^Command \w+ failed with a nonzero exit code$/,
      'build-failed',
      'over',
    ],
    // Flutter groups the errors of Xcode by their kind.
    [
      /^(?:Swift Compiler Error|(?:ARC )?(?:Semantic|Parse|Value Conversion) Issue|Lexical or Preprocessor Issue) \(Xcode\): \S/,
      'build-failed',
    ],
    [/^Build complete!(?: \([\d.]+s?\))?/, 'build-passed'],
    [/^error: (?:no such module '|emit-module command failed|fatalError$)/, 'build-failed', 'over'],
    [
      /^error: (?:[Dd]ependencies could not be resolved|the package .{1,100} (?:could not|does not|requires)|package at '|Couldn’t |Couldn't (?:clone|fetch|update|get))/,
      'install-failed',
    ],
    [/^Pod installation complete!/, 'install-passed'],
    [
      /^\[!\] (?:Invalid `?Podfile|No `?Podfile|Unable to (?:find|satisfy|determine|load)|The (?:platform of the target|following Swift pods|version of CocoaPods|'[^']{1,80}' target has)|CDN: |Could not |Failed to |Error |Unknown command|No podspec|Oh no|Multiple commands|Pods written in)/,
      'install-failed',
    ],
    [/^bundler: command not found: \S/, 'command-missing'],
    [/^A shell task \(.{1,300}\) failed with exit code/, 'build-failed', 'over'],
    [/^fastlane(?:\.tools)? finished with errors/, 'failure', 'over'],
    [/^fastlane(?:\.tools)? finished successfully/, 'build-passed'],
  ],
})
