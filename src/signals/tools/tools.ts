import { ava } from './ava.ts'
import { batchLimits } from './batch-limits.ts'
import { bunTest } from './bun-test.ts'
import { cargoTest } from './cargo-test.ts'
import { cutTests } from './cut-tests.ts'
import { compilerCrash } from './compiler-crash.ts'
import { ghRun } from './gh-run.ts'
import { toolCrash } from './tool-crash.ts'
import { ctest } from './ctest.ts'
import { dotnetTest } from './dotnet-test.ts'
import { exunit } from './exunit.ts'
import { goTest } from './go-test.ts'
import { jasmine } from './jasmine.ts'
import { junitXml } from './junit-xml.ts'
import { mocha } from './mocha.ts'
import { moreTests } from './more-tests.ts'
import { nodeTest } from './node-test.ts'
import { otherTests } from './other-tests.ts'
import { phpunit } from './phpunit.ts'
import { playwright } from './playwright.ts'
import { rspec } from './rspec.ts'
import { surefire } from './surefire.ts'
import { tap } from './tap.ts'
import { testVerdict } from './test-verdict.ts'
import { harnessCounts } from './harness-counts.ts'
import { tox } from './tox.ts'
import { vitest } from './vitest.ts'
import { unittest } from './unittest.ts'
import { jest } from './jest.ts'
import { pytest } from './pytest.ts'
import { cCompilers } from './c-compilers.ts'
import { cargoBuild } from './cargo-build.ts'
import { clusters } from './clusters.ts'
import { containers } from './containers.ts'
import { disk } from './disk.ts'
import { dotnetBuild } from './dotnet-build.ts'
import { git } from './git.ts'
import { goBuild } from './go-build.ts'
import { gradle } from './gradle.ts'
import { javaBuild } from './java-build.ts'
import { jsBundlers } from './js-bundlers.ts'
import { jsInstall } from './js-install.ts'
import { linters } from './linters.ts'
import { make } from './make.ts'
import { maven } from './maven.ts'
import { memory } from './memory.ts'
import { nodeLoad } from './node-load.ts'
import { otherLoad } from './other-load.ts'
import { provisioning } from './provisioning.ts'
import { qualityGates } from './quality-gates.ts'
import { pythonInstall } from './python-install.ts'
import { pythonLoad } from './python-load.ts'
import { shell } from './shell.ts'
import { systemInstall } from './system-install.ts'
import { timeouts } from './timeouts.ts'
import { typescript } from './typescript.ts'
import { dartTest } from './dart-test.ts'
import { deploys } from './deploys.ts'
import { nixSystem } from './nix-system.ts'
import { virtualMachines } from './virtual-machines.ts'
import type { ToolReader } from './tool-reader.ts'
import { zigBuild } from './zig-build.ts'
import { appleBuild } from './apple-build.ts'
import { embedded } from './embedded.ts'
import { flutter } from './flutter.ts'
import { gameEngines } from './game-engines.ts'
import { hardware } from './hardware.ts'
import { haskell } from './haskell.ts'
import { latex } from './latex.ts'
import { migrations } from './migrations.ts'
import { otherInstall } from './other-install.ts'
import { rCheck, rInstall } from './r-packages.ts'
import { placedErrors } from './placed-errors.ts'
import { smallLanguages } from './small-languages.ts'
import { solidity } from './solidity.ts'

/** All tool readers. The order does not matter, because each receives only the lines that match its cue. */
export const tools: readonly ToolReader[] = [
  dartTest,
  zigBuild,
  pytest,
  unittest,
  tox,
  jest,
  vitest,
  mocha,
  ava,
  jasmine,
  nodeTest,
  playwright,
  bunTest,
  tap,
  junitXml,
  goTest,
  cargoTest,
  exunit,
  rspec,
  phpunit,
  dotnetTest,
  ctest,
  surefire,
  testVerdict,
  harnessCounts,
  otherTests,
  moreTests,
  cutTests,
  typescript,
  cCompilers,
  make,
  javaBuild,
  maven,
  gradle,
  dotnetBuild,
  cargoBuild,
  goBuild,
  pythonLoad,
  nodeLoad,
  otherLoad,
  compilerCrash,
  toolCrash,
  ghRun,
  jsBundlers,
  pythonInstall,
  jsInstall,
  systemInstall,
  provisioning,
  deploys,
  clusters,
  virtualMachines,
  nixSystem,
  git,
  containers,
  memory,
  disk,
  shell,
  timeouts,
  batchLimits,
  qualityGates,
  ...linters,
  appleBuild,
  embedded,
  flutter,
  gameEngines,
  hardware,
  haskell,
  latex,
  migrations,
  otherInstall,
  rCheck,
  rInstall,
  placedErrors,
  smallLanguages,
  solidity,
]
