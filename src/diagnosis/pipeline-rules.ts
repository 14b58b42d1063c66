import type { Example, Rule } from './rule.ts'
import { ONLY_NAMES } from './text-forms.ts'

const said = (output: string, stage: Example['stage'] = 'final_test'): Example => ({
  output: `Working on it.\n${output}\n`,
  stage,
  exitCode: 1,
})

/** Stages in which a command runs, and no agent. */
const COMMANDS = ['setup', 'baseline_run', 'final_test', 'git_clone', 'git_checkout'] as const

const rule = (spec: Omit<Rule, 'sources' | 'what'>): Rule => ({
  stages: COMMANDS,
  not: ONLY_NAMES,
  ...spec,
  sources: ['text'],
  what: ['statement', 'uncaught'],
})

/** Troubles of pipelines and of the command lines of clouds: their script, their login, what they must be told. */
export const pipelineRules: readonly Rule[] = [
  rule({
    id: 'pipeline.login',
    reason: 'AUTH_FAILED',
    sentence: 'A cloud, a registry or the CI system has no valid login for the pipeline.',
    says: /\bCould not find credentials (?:entry with ID|matching)\b|\bCredentialNotFoundException\b|\bAADSTS\d{4,7}\b|\b[Pp]lease run '?az login\b|\byou do not currently have an active account selected\b|\bgcloud auth (?:application-default )?login\b|\bReauthentication (?:is )?(?:failed|required)\b|\bUnable to locate credentials\b|\b(?:NoCredentialProviders|InvalidClientTokenId|UnrecognizedClientException|ExpiredToken(?:Exception)?|SignatureDoesNotMatch|InvalidAccessKeyId)\b|\bNot authorized to perform sts:AssumeRole|\bCredentials could not be loaded\b|\b(?:incorrect|invalid) username or password\b|\bUsername and password required\b|\bLogin failed with Error: |\b(?:no|No) existing credentials found\b|\bFailed to authenticate, have you run (?:firebase|netlify|vercel|fly|heroku) login\b|\bNo access token available\b|\b[Mm]ake sure .{0,120}\blogged in\b|\bmake sure .{0,80}\byou are authenticated correctly\b|^(?:error: )?You must be logged in to the server\b/,
    yes: [
      said("ERROR: Could not find credentials entry with ID 'registry-login'"),
      said("ERROR: Please run 'az login' to setup account."),
      said('Error: Could not assume role with OIDC: Not authorized to perform sts:AssumeRoleWithWebIdentity'),
    ],
    no: [said('The page tells how to log in with az login.'), said('Login Succeeded')],
  }),
  rule({
    id: 'pipeline.script',
    reason: 'BROKEN_BUILD',
    sentence: 'The script of the pipeline itself does not compile or names what is not there.',
    says: /\bBUG! exception in phase '[\w ]{1,60}' in source unit\b|\bNo such DSL method '\w{1,80}' found among steps\b|\bNo such property: \w{1,80} for class: (?:WorkflowScript|groovy\.lang\.Binding|\w{1,60})\b|\bMissing(?:Method|Property)Exception: No (?:signature of method|such property)\b|^WorkflowScript: \d+: \S|\bInvalid workflow file\b|\bThe workflow is not valid\b|\byaml invalid\b|\bjobs config should contain at least one\b|\bUnable to (?:find|resolve) (?:action|template|version) \S/,
    yes: [
      said("java.lang.NoSuchMethodError: No such DSL method 'publishReport' found among steps [a, b]"),
      said('groovy.lang.MissingPropertyException: No such property: image for class: WorkflowScript'),
      said("BUG! exception in phase 'semantic analysis' in source unit 'WorkflowScript' unexpected"),
    ],
    no: [said('The workflow page names each property.')],
  }),
  rule({
    id: 'pipeline.input',
    reason: 'SETUP_FAILED',
    sentence: 'A setting, a secret or a resource that the pipeline needs was not given to it.',
    says: /\bInput required and not supplied: \S|\brequired (?:field|configuration variable|variable|input|parameter|setting)s? (?:\S{1,80} )?(?:is|are|was|were) (?:not set|not provided|missing|not supplied)\b|\bproperty is required in your\b|\bMissing required (?:configuration|environment|input|parameter|variable)s?\b|\brequires a (?:greater|newer|higher|later) version of\b|\bNo (?:project|subscription|region|stack|context) (?:was |is )?(?:set|selected|specified|configured)\b/i,
    yes: [
      said('Error: Input required and not supplied: token'),
      said('* "region": required field is not set'),
      said('Error: the url property is required in your config file'),
    ],
    no: [said('Each required field is listed on the page.')],
  }),
  rule({
    id: 'pipeline.not-started',
    reason: 'SETUP_FAILED',
    sentence: 'A server or service that the pipeline needs could not be started.',
    says: /^(?:[\w.$]{1,200}(?:Error|Exception): |\W{0,6}(?:\w+ )?(?:error|ERROR|SEVERE|FATAL): )?Failed to (?:start|launch|boot|initiali[sz]e) (?:the )?\w/,
    yes: [said('java.io.IOException: Failed to start Jetty'), said('Failed to start the database.')],
    no: [said('The page says what to do with "Failed to start".')],
  }),
]
