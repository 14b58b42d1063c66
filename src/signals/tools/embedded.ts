import { anyOf } from '../any-of.ts'
import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

/** Builds and uploads for microcontrollers. The compilers that they run have their own readers. */
export const embedded: ToolReader = outcomeReader({
  name: 'embedded',
  title: 'PlatformIO, Arduino, ESP-IDF, Zephyr, Keil, IAR and STM32Cube',
  cue: anyOf([
    /(?:SUCCESS|FAILED|ERROR)\] Took |(?:failed|succeeded) in \d\d:|^Error compiling for board/,
    /^Compilation error: |^Error during build: |^Sketch uses |^ninja failed with exit/,
    /^Project build complete|^FATAL ERROR: |Error\(s\), \d+ Warning|^Target not created/,
    /^Total number of errors: |^Build (?:Finished|Failed)\. \d|fatal error occurred: |^avrdude/,
    /^Error: Could not open |serial port|PackageError|^Hard resetting |^Error: The program size/,
    /^Board \S+ (?:not found|is not)|^Platform '|verified$|Verified OK/,
  ]),
  outcomes: [
    [/^=+ \[(?:FAILED|ERROR)\] Took [\d.]+ seconds =+$/, 'build-failed', 'over'],
    [/^=+ \d+ failed, \d+ succeeded in \d\d:/, 'build-failed', 'over'],
    [/^=+ \[SUCCESS\] Took [\d.]+ seconds =+$|^=+ \d+ succeeded in \d\d:/, 'build-passed', 'so far'],
    [
      /^(?:Error compiling for board |Compilation error: |Error during build: (?!.*(?:[Pp]latform|FQBN)))|^Error: The program size \(/,
      'build-failed',
      'over',
    ],
    [/^Sketch uses \d+ bytes/, 'build-passed', 'so far'],
    [/^ninja failed with exit code [1-9]/, 'build-failed', 'over'],
    [/^Project build complete\. /, 'build-passed', 'so far'],
    [
      /^FATAL ERROR: command exited with status [1-9]\d*: .{0,200}\b(?:cmake|ninja|make)\b/,
      'build-failed',
      'over',
    ],
    [/^".{1,200}" - 0 Error\(s\), \d+ Warning\(s\)/, 'build-passed'],
    [/^".{1,200}" - [1-9]\d* Error\(s\), \d+ Warning\(s\)|^Target not created\.?$/, 'build-failed', 'over'],
    [/^Total number of errors: 0$|^Build Finished\. 0 errors, /, 'build-passed', 'so far'],
    [
      /^Total number of errors: [1-9]|^Build (?:Failed|Finished)\. [1-9]\d* errors?, |^Build Failed\. /,
      'build-failed',
      'over',
    ],
    [
      /^A fatal error occurred: (?:Failed to connect to|Could not open|No serial data|Timed out|Invalid head|Serial data stream|The chip stopped|MD5 of file|This chip is)/,
      'install-failed',
    ],
    [
      /^avrdude(?:\.exe)?(?: error)?: (?:.{0,80}\b(?:can't open device|cannot open port|programmer is not responding|not in sync|initialization failed|verification error|unable to open))|^Error: (?:Could not open |Please specify `?upload_port|No (?:device|serial port) found)/,
      'install-failed',
    ],
    [
      /^(?:Error: |[\w.]*)(?:Unknown(?:Package|Platform|Board|Framework|DevPlatform)\w*|PackageNotFound\w*|MissingPackage\w*|UnknownPackageError): ?|^Board \S+ not found|^Platform '[^']{1,80}' not found/,
      'install-failed',
    ],
    [/^Hard resetting (?:via|with) RTS pin/, 'build-passed', 'so far'],
  ],
})
