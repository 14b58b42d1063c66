import { anyOf } from '../any-of.ts'
import type { What } from '../signal.ts'
import type { Finding, ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** The engine is missing, or cannot do what was requested. */
const ENGINE: RegExp = anyOf([
  /^(?:docker: |ERROR: |error: |Error: )?(?:Cannot connect to the Docker daemon\b|error during connect: |failed to connect to the docker API|(?:Got )?permission denied while trying to connect to the [Dd]ocker|Cannot connect to Podman|unable to connect to Podman|Failed to initialize: unable to resolve docker endpoint|Error response from daemon: |unable to get image '|unable to copy from source|initializing source docker:|Error: initializing source|(?:[Uu]nable|Failed) to pull image|pull access denied for |toomanyrequests: |error from registry: |You have reached your (?:unauthenticated )?pull rate limit|manifest for \S+ not found|dependency failed to start: |container \S+ (?:is unhealthy|exited \(\d+\))|(?:docker\.errors\.)?DockerException: |Docker Desktop is |The docker daemon is not running)/,
  /^the docker API at (?:npipe|unix|tcp):?|^open \/\/\.\/pipe\/docker/,
  /^(?:\S+ )?(?:Error|Warning) +(?:Head|Get) "https?:\/\/|^docker-credential-\S+/,
  /^bwrap: (?:No permissions|Creating new namespace|setting up)/,
  /^ERROR: Couldn't connect to Docker daemon/,
])
const CLUSTER =
  /^The connection to the server \S+ was refused|^Unable to connect to the server: |^(?:Warning|Error|error).*\b(?:ErrImagePull|ImagePullBackOff|FailedScheduling|FailedCreatePodSandBox)\b|^error: timed out waiting for the condition|^\s?(?:Error: )?Pod failed to come online\b|\bPod \S{1,200}(?: pod>\S*)? is unhealthy with phase status\b/
/** A build machine that lost its connection, its disk or its process. */
const AGENT: RegExp = anyOf([
  /^(?:Caused by: |Also: +|FATAL: |ERROR: )?(?:hudson\.remoting\.(?:ChannelClosedException|RequestAbortedException|Channel\$OrderlyShutdown)|java\.io\.IOException: (?:Backing channel|Failed to create a temp (?:file|directory)|remote file operation failed|Unexpected termination of the channel|Pipe closed)|hudson\.AbortException: .*(?:offline|disconnected)|command execution failed$|Unable to (?:delete|produce a) script file|Remote call on \S+ failed|Connection was broken)/,
  /^Cannot contact \S+: |^(?:Agent|Slave) went offline during the build|^.{0,40}\bwas marked offline: /,
  /^The (?:hosted|self-hosted) runner.* lost communication|^The runner has received a shutdown signal/,
  /^ERROR: (?:Job failed \(system failure\)|Preparation failed): /,
])
/** A failed step of an image build. The engine only reports the command that failed. */
const STEP =
  /(?:^|failed to solve: )process "(.{1,1500}?)" did(?: not complete successfully: (?:exit code: (\d+)|(.*))|\s*$)|The command '(.{1,1500}?)' returned a non-zero code: (\d+)|executor failed running \[(.{1,1500}?)\]: exit code: (\d+)|building at STEP "RUN (.{1,1500}?)": .*exit status (\d+)/
const SOLVE =
  /^(?:\S+ )?(?:ERROR: |target \S+: )*failed to (?:solve|build|receive status)(?:: |$)|^failed to solve/
/** A console that wraps long lines cuts the message before the command or its result. */
const CUT_SOLVE = /failed to (?:solve|build): ?(?:process\b.{0,1500})?$/
const DOCKERFILE =
  /dockerfile parse error|failed to (?:read dockerfile|compute cache key|calculate checksum)|unknown instruction|not found: not found$|": not found$|unable to prepare context|Dockerfile: no such file|COPY failed: |ADD failed: /
/** The registry could not be reached, refused the login, or does not have the image. The engine works. */
const NO_REGISTRY =
  /\bfailed to resolve source metadata for .{1,300}(?:: not found|manifest unknown|no match for platform in manifest)|\bfailed to (?:authorize|fetch (?:oauth|anonymous) token)\b|\bdial tcp\b|\bi\/o timeout\b|\bno such host\b|\bTLS handshake\b|\b40[13] (?:Unauthorized|Forbidden)\b/
const NO_CONTEXT =
  /^(?:ERROR: )?(?:unable to prepare context: |COPY failed: |ADD failed: |no configuration file provided: not found|resolve : lstat )/
const INSTALL =
  /\b(?:npm (?:ci|i|install)|yarn(?: install| add|$|\s*&&|\s+--)|pnpm (?:i|install|add)|bun (?:i|install|add)|pip3? install|uv (?:pip|sync)|poetry install|conda (?:install|env)|apt(?:-get)? |apk (?:add|update)|dnf |yum |gem install|bundle install|composer install|go mod download|dotnet restore|cargo fetch|curl |wget )/
const TESTS = /\b(?:npm (?:run )?test|pytest|go test|cargo test|mvn .*test|jest|vitest|dotnet test)\b/
/** An object is missing because the step that creates it failed before. */
const NO_SUCH = /Error response from daemon: No such (?:image|container|network|volume)/
/** The engine works, but rejects the request. */
const REFUSED =
  /Error response from daemon: (?:Conflict\.|driver failed programming external connectivity|invalid (?:mount|reference|volume)|(?:failed to )?(?:set up|create) .*\b(?:port is already allocated|address already in use)|Ports are not available|network \S+ not found|user declined|authorization denied|.{0,300}(?:unauthorized|authentication required|incorrect username or password|no basic auth credentials|requested access to the resource is denied))|port is already allocated$|^(?:docker: )?invalid reference format/
/** Older versions of Compose name the service that did not start. */
const NOT_UP = /^ERROR: for \S{1,100} {1,4}\S|^ERROR: Encountered errors while bringing up the project/
/** Kaniko and Buildah name the command that failed. */
const OTHER_BUILDERS = /^error building image: |^error building at STEP "/
/** The base image or the registry caused the failure, not a command. */
const NO_BASE =
  /^error building image: .{0,200}\b(?:getting stage builder|failed to get filesystem from image|failed to save layer|failed to push|stream error|unexpected status code|TOOMANYREQUESTS|MANIFEST_UNKNOWN|UNAUTHORIZED|DENIED)\b/
const NOT_BUILT = /\bpull access denied for \S/
const PASSED =
  /^(?:Successfully built [\da-f]{12}|Successfully tagged \S|(?:#\d+ )?naming to \S+ (?:[\d.]+s )?done)/

/** The build was canceled. The engine only reports it. */
const CANCELED = /\bcontext canceled\b|: Canceled\b/i

export const containers: ToolReader = {
  name: 'docker',
  title: 'containers and build machines',
  cue: anyOf([
    /[Dd]ocker|^container \S+ |error from registry|pull rate limit|Podman|daemon: |toomanyrequests/,
    /[Ff]ailed to pull|to pull image|pull access denied|^manifest for|dependency failed/,
    /(?:Head|Get) "https?:|^bwrap|server|ErrImagePull|ImagePullBackOff|FailedScheduling|PodSandBox/,
    /Pod failed|phase status|timed out waiting|hudson|java\.io\.IOException|went offline|marked offline|lost communication/,
    /shutdown signal|^ERROR: (?:Job|Preparation)|command execution failed|script file|Remote call/,
    /Connection was broken|Cannot contact|did not complete successfully|" did$|non-zero code/,
    /executor failed|building at STEP|error building image|^ERROR: for |^ERROR: Encountered errors/,
    /port is already|invalid reference format|failed to (?:solve|build|receive)|COPY failed|ADD failed/,
    /prepare context|no configuration file|unable to copy|initializing source|unable to get image/,
    /^resolve : |Successfully (?:built|tagged)|naming to/,
  ]),
  open: () => {
    let hasFailedStep = false
    return {
      line: (text) => {
        const found = readLine(text)
        hasFailedStep ||= STEP.test(text)
        // Compose looks for an image that was not built in a registry next.
        return hasFailedStep && NOT_BUILT.test(text) ? null : found
      },
    }
  },
}

/** A line that a program logs at a level below error. */
const QUIET = /^\[(?:INFO|DEBUG|TRACE|WARN)\] /

function readLine(text: string): Finding | null {
  if (QUIET.test(text)) return null
  if (PASSED.test(text)) return { what: 'build-passed' }
  if (/no space left on device|cannot allocate memory/i.test(text)) return null
  const step = STEP.exec(text)
  if (step !== null) return failedStep(step)
  if (NO_BASE.test(text) || NOT_UP.test(text)) return { what: 'engine-failed', detail: transient(text) }
  if (OTHER_BUILDERS.test(text)) return { what: 'build-failed', secondhand: true }
  if (NO_SUCH.test(text)) return { what: 'engine-failed', secondhand: true }
  if (REFUSED.test(text)) return { what: 'install-failed', detail: transient(text) }
  if (SOLVE.test(text) && CANCELED.test(text)) return { what: 'interrupt' }
  if (SOLVE.test(text) && CUT_SOLVE.test(text)) return { what: 'build-failed', secondhand: true }
  if (SOLVE.test(text) && NO_REGISTRY.test(text)) return { what: 'install-failed', detail: transient(text) }
  if (SOLVE.test(text))
    return { what: DOCKERFILE.test(text) ? 'build-failed' : 'engine-failed', detail: transient(text) }
  if (NO_CONTEXT.test(text)) return { what: 'build-failed' }
  if (!ENGINE.test(text) && !CLUSTER.test(text) && !AGENT.test(text)) return null
  const limited = /toomanyrequests|pull rate limit/.test(text)
    ? { code: 'toomanyrequests', transient: true }
    : transient(text)
  return { what: 'engine-failed', detail: limited }
}

/** The tool in the step usually reported the cause. This reports at least the command. */
function failedStep(step: RegExpExecArray): Finding {
  const [, solved, code, , legacy, legacyCode, executor, executorCode, podman, podmanCode] = step
  const command = solved ?? legacy ?? executor ?? podman ?? ''
  const exit = code ?? legacyCode ?? executorCode ?? podmanCode
  if (exit === '137') return { what: 'killed' }
  const what: What = TESTS.test(command)
    ? 'failure'
    : INSTALL.test(command)
      ? 'install-failed'
      : 'build-failed'
  return { what, secondhand: true }
}
