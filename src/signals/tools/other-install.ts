import { anyOf } from '../any-of.ts'
import { outcomeReader } from './outcome-reader.ts'
import type { ToolReader } from './tool-reader.ts'

/** Package managers of Windows, PHP and editors that have no reader of their own. */
export const otherInstall: ToolReader = outcomeReader({
  name: 'other-install',
  title: 'Composer, Chocolatey, winget, Scoop, vcpkg and MacPorts',
  cue: anyOf([
    /^Error: Processing of port|-> it (?:is missing from your system|has the wrong version)/,
    /^\s*- .{1,120}requires ext-|^Your lock file does not contain|^Composer detected issues/,
    /dependencies require a PHP version|handling the \S+ event returned with error/,
    /^Nothing to install, update or remove|autoload files$|^Chocolatey (?:installed|upgraded) \d/,
    /^Successfully installed$|^Installer failed with exit code|^No package found matching/,
    /^Couldn't find manifest for|^error: building \S+ failed|^error: BUILD_FAILED/,
    /^All requested (?:installations|packages)|^Failed with errors in|^Done with warnings/,
    /^➤ YN\d{4}: .*(?:Failed|Done) with/,
  ]),
  outcomes: [
    [/^Error: Processing of port \S{1,100} failed/, 'install-failed'],
    [/-> it (?:is missing from your system|has the wrong version installed)/, 'install-failed'],
    [
      /^Your lock file does not contain a compatible set of packages|^Composer detected issues in your platform|dependencies require a PHP version "/,
      'install-failed',
    ],
    [/^Script .{1,200} handling the \S{1,60} event returned with error code [1-9]/, 'install-failed', 'over'],
    [
      /^Nothing to install, update or remove$|^Generat(?:ing|ed) (?:optimized )?autoload files/,
      'install-passed',
      'so far',
    ],
    [/^Chocolatey (?:installed|upgraded) (\d+)\/\1 packages?\.\s*$/, 'install-passed'],
    [/^Chocolatey (?:installed|upgraded) \d+\/\d+ packages?\. \d+ packages? failed/, 'install-failed'],
    [
      /^Installer failed with exit code: |^No package found matching input criteria\.|^Couldn't find manifest for /,
      'install-failed',
    ],
    [/^Successfully installed$/, 'install-passed'],
    [/^error: (?:building \S{1,120} failed with: |BUILD_FAILED)/, 'install-failed'],
    [/^All requested (?:installations|packages) (?:completed|are) /, 'install-passed'],
    [/^(?:➤ YN0000: )?(?:· )?Failed with errors in /, 'failure', 'over'],
    [/^(?:➤ YN0000: )?(?:· )?Done(?: with warnings)? in /, 'install-passed', 'so far'],
  ],
})
