import { act } from './act.ts'
import { appveyor } from './appveyor.ts'
import { azurePipelines } from './azure-pipelines.ts'
import { bitbucket } from './bitbucket.ts'
import { buildkit } from './buildkit.ts'
import { buildkite } from './buildkite.ts'
import type { CiSystem } from './ci-system.ts'
import { circleci } from './circleci.ts'
import { cloudBuild } from './cloud-build.ts'
import { codebuild } from './codebuild.ts'
import { drone } from './drone.ts'
import { githubActions } from './github-actions.ts'
import { gitlab } from './gitlab.ts'
import { jenkins } from './jenkins.ts'
import { nix } from './nix.ts'
import { teamcity } from './teamcity.ts'
import { tekton } from './tekton.ts'
import { travis } from './travis.ts'

/** Every CI system whose logs are read as jobs and steps. The first that recognises a log reads it. */
export const ciSystems: readonly CiSystem[] = [
  act,
  githubActions,
  azurePipelines,
  gitlab,
  travis,
  jenkins,
  teamcity,
  buildkite,
  drone,
  tekton,
  codebuild,
  cloudBuild,
  buildkit,
  circleci,
  bitbucket,
  appveyor,
  nix,
]
