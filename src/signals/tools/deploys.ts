import { anyOf } from '../any-of.ts'
import { meaningOf, type Form } from '../forms.ts'
import type { ToolReader } from './tool-reader.ts'
import { transient } from './transient.ts'

/** The final messages of deployment tools: a cloud rejected the request, or never received it. */
const CLOUD_FAILED: readonly RegExp[] = [
  // AWS CDK, CloudFormation, SAM, Serverless, Amplify
  /^\s{0,4}❌(?: {2}\S{1,200} (?:\([^)]{1,100}\) )?failed: |\s{1,4}(?:Deployment failed\b|Building assets failed\b))/,
  /^Another CLI \(PID=\d+\) is currently synthing\b|^This CDK CLI is not compatible\b|^Need to perform AWS calls for account \S+, but no credentials\b|^Unable to resolve AWS account to use\b|^--app is required either in command-line\b/,
  /^(?:Error: )?(?:Failed to (?:create(?:\/update)?|update|deploy|delete) (?:the )?(?:stack|changeset|ChangeSet)\b|Waiter (?:Stack|ChangeSet)\w+ failed\b)/,
  /\b(?:CREATE|UPDATE|DELETE)_FAILED\b.{0,200}\bAWS::\w+|\bAWS::\w+\S* .{0,200}\b(?:CREATE|UPDATE|DELETE)_FAILED\b|\b(?:UPDATE_)?ROLLBACK_(?:COMPLETE|FAILED)\b.{0,100}\bAWS::CloudFormation::Stack\b/,
  /^\s*Serverless Error -{3,}|^✖ (?:Stack|Service|Function) \S+ failed\b|^✖ (?:There was an error|Deployment failed)\b/,
  // AWS, Azure and Google command lines
  /^(?:fatal error: |aws: (?:error|\[ERROR\]): )?An error occurred \(\w{1,80}\) when calling the \w{1,80} operation\b|^aws: error: |^(?:upload|download|copy|move|delete) failed: \S+ to /,
  /^ERROR: \(gcloud\.[\w.-]{1,120}\) |^ERROR: gcloud crashed \(|^ERROR: error pushing image "|^ERROR: failed to push because we ran out of retries/,
  /^(?:ERROR: )?\((?:[A-Z][a-z]+){2,6}\) \S.{0,300}$|^ERROR: \{\s*"(?:status|error|code)"|^(?:ERROR: )?(?:The following arguments are required: --|Deployment failed\. Correlation ID: )/,
  // Firebase, Cloudflare, Vercel, Netlify, Fly, Heroku
  /^Error: (?:functions predeploy error|hosting predeploy error|There was an error deploying|Functions did not deploy properly|Failed to (?:make request|get Firebase project|list Firebase|load function definition)|Assertion failed: resolving hosting target|HTTP Error: \d{3})/,
  /^(?:⚠ {1,2})?functions\[[^\]]{1,100}\]: Deployment error\.|^Functions deploy had errors\b/,
  // esbuild marks the errors of the code in the same way.
  /^[✘X] \[ERROR\] (?!Build failed|Could not resolve|No matching export|Expected |Unexpected |(?:TS|NG)-?\d|.*\bexceeded(?: maximum budget|$)|\S+\.(?:s?css|less|[cm]?[jt]sx?|html|vue)\b)/,
  /^(?:(?:Failing build: )?Failed to build site\b|Build was terminated: |Deploy (?:did not succeed|failed)\b|Failed during stage '[^']{1,60}': )/,
  /^Error:? (?:failed to (?:fetch an image or build from source|update machine|launch VM|create (?:release|volume))|release command failed|(?:app|machine) not found|The (?:deploy|build) failed|smoke checks for \S+ failed)/,
  /^ ?!\s{1,6}(?:Push rejected|Push failed|No default language could be detected|Couldn't find that app|Release command declared: .* failed)|^ ! \[remote rejected\] .{1,200}\((?:pre-receive hook declined|push declined)/,
  // Pulumi, Packer
  /^\s{0,4}error: (?:(?:update|preview|destroy|refresh|import) failed$|failed to load resource plugin |no (?:stack selected|Pulumi project found|previous deployment)|could not (?:load plugin|create stack|validate provider)|resource plugin \S+ is required|Missing required configuration variable|the stack is currently locked|getting secrets manager|constructing secrets manager|1 error occurred:)/,
  /^==> Some builds didn't complete successfully\b|^Build '[^']{1,100}' errored\b|^Error: Failed to prepare build: /,
]

/** The deployment could not start. Another tool reported the cause. */
const SECONDHAND: readonly RegExp[] = [
  /^(?:Error running command: |[Ff]ailed during stage '[^']{1,60}': )Build script returned non-zero|^Build failed due to a user error: Build script returned\b|^Error: Command "[^"]{1,300}" exited with [1-9]|^Subprocess exited with error [1-9]|^(?:")?build\.command(?:")? failed\b|^Command failed with exit code [1-9]\d*: |^Build script returned non-zero exit code: [1-9]/,
]

/** What follows if the build command failed. */
const NOT_DEPLOYED = /^(?:Failing build: )?Failed to build site\b/

const DEPLOYED: RegExp = anyOf(
  [
    /^\s{0,4}✅\s{1,4}\S{1,200}(?: \(no changes\))?$/,
    /^✨ {1,2}(?:Deployment (?:time|complete)|Deployed|Success! Uploaded)/,
    /^Successfully created\/updated stack - |^✔ Service deployed to stack |^[✔✓] {1,2}Deploy complete!/,
    /^Deploy complete!|^Deploy is live!|^(?:\S+ \S+: )?Site is live\b/,
    /^(?:Verifying deploy\.\.\. done\.|https:\/\/\S+ deployed to Heroku$)|^Deployed service \[/,
    /^Service \[[^\]]{1,100}\] revision \[[^\]]{1,100}\] has been deployed/,
    /^Visit your newly deployed app at |^✅ {1,2}(?:Production|Preview): https:\/\//,
    /^(?:Aliased|Production): https:\/\/\S+ \[/,
    /^==> Builds finished\. The artifacts of successful builds are:/,
    /^Deployed \S{1,100} (?:triggers )?\([\d.]+ sec\)$|^Current (?:Version|Deployment) ID: \S/,
    /^(?:INFO: |.{0,30} INFO {1,8})?Environment update completed successfully\.|^\s*Success! - Published to |^STATUS: deployed$|^Deployed Functions on project |^Deployment successful\b/,
    /^Deployment complete! Take a peek over at |^(?:Successfully )?published? \S+ \([\d.]+ sec\)$/,
  ],
  'i',
)

/** The end of a Pulumi run: `Resources:`, then the changes, then the duration. */
const PULUMI_DONE = /^Duration: \d+[hms][\dhms]*$/

const FORMS: readonly Form[] = CLOUD_FAILED.map((form): Form => [form, 'install-failed'])

/** Tools that deploy to a cloud. The result of the deployment overrides that of the build before it. */
export const deploys: ToolReader = {
  name: 'deploy',
  title: 'deployments to clouds',
  cue: anyOf([
    /❌|✅|✖|✔|✨|✘|Another CLI|CDK CLI|Need to perform AWS|Unable to resolve AWS|--app is required|stack/,
    /[Cc]hange[Ss]et|_FAILED|ROLLBACK_|Serverless Error|An error occurred \(|^aws: /,
    /(?:upload|download|copy|move|delete) failed: |\(gcloud|gcloud crashed|pushing image/,
    /ran out of retries|^ERROR: |^\((?:[A-Z][a-z]+){2,6}\)|Deployment |^Functions deploy |Deployed /,
    /deployed|^Error:? |\[ERROR\]|Failed to build site|^Build was terminated|^Deploy |Failed during stage/,
    /Push (?:rejected|failed)|default language|remote rejected|^\s{0,4}error: /,
    /didn't complete successfully|^Build '|Subprocess exited|build\.command|^Command failed with/,
    /non-zero exit code|Verifying deploy|Site is live|^Visit your newly|^Aliased|^Production/,
    /Builds finished|[Pp]ublished|^Current |^Environment update|^STATUS: deployed|^Duration: |^Resources:|^\s{4}[+~-] \d+ |errored/,
  ]),
  open: () => {
    let first = ''
    let isCounting = false
    let hasBuildFailed = false
    return {
      line: (text) => {
        if (text === 'Resources:') isCounting = true
        if (SECONDHAND.some((form) => form.test(text))) {
          hasBuildFailed = true
          return { what: 'build-failed', secondhand: true }
        }
        if (hasBuildFailed && NOT_DEPLOYED.test(text)) return null
        if (meaningOf(FORMS, text) !== undefined) {
          first ||= text
          return {
            what: 'install-failed',
            message: first,
            tentative: true,
            inPlace: true,
            detail: transient(first),
          }
        }
        if (!DEPLOYED.test(text) && !(isCounting && first === '' && PULUMI_DONE.test(text))) return null
        first = ''
        return { what: 'install-passed' }
      },
    }
  },
}
