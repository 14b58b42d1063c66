import { anyOf } from '../signals/any-of.ts'
import type { Rule } from './rule.ts'
import { said } from './rule-examples.ts'
import { NO_LOGIN } from './login-forms.ts'
import { ONLY_NAMES } from './text-forms.ts'
import { textRule } from './text-rule.ts'
import { commandStages } from '../reasons/stages.ts'

const rule = textRule({ stages: commandStages, not: ONLY_NAMES })

/** Problems of pipelines and cloud command lines: their script, their login, their required settings. */
export const pipelineRules: readonly Rule[] = [
  rule({
    id: 'pipeline.login',
    reason: 'SETUP_FAILED',
    sentence: 'A cloud, a registry or the CI system has no valid login for the pipeline.',
    says: NO_LOGIN,
    yes: [
      said("ERROR: Could not find credentials entry with ID 'registry-login'"),
      said("ERROR: Please run 'az login' to setup account."),
      said('Error: Could not assume role with OIDC: Not authorized to perform sts:AssumeRoleWithWebIdentity'),
    ],
    no: [said('The page tells how to log in with az login.'), said('Login Succeeded')],
  }),
  rule({
    id: 'pipeline.interrupted',
    reason: 'INTERRUPTED',
    sentence: 'The program was interrupted with Ctrl+C and prints its stack.',
    says: /^\W{0,2}\^C(?:\S{0,300}: Interrupt$|\S{0,300}:in |$)|^\S{1,300}\.rb:\d+:in [`'].{1,100}': Interrupt$/,
    yes: [said("^C/srv/runner.rb:19:in `sleep': Interrupt"), said('^C')],
    no: [said('Press ^C to stop it.')],
  }),
  rule({
    id: 'pipeline.script',
    reason: 'BROKEN_BUILD',
    sentence: 'The pipeline script does not compile, or uses a name that does not exist.',
    says: anyOf([
      /\bBUG! exception in phase '[\w ]{1,60}' in source unit\b/,
      /\bNo such DSL method '\w{1,80}' found among steps\b/,
      /\bNo such property: \w{1,80} for class: (?:WorkflowScript|groovy\.lang\.Binding|\w{1,60})\b/,
      /\bMissing(?:Method|Property)Exception: No (?:signature of method|such property)\b/,
      /^WorkflowScript: \d+: \S|\bInvalid workflow file\b|\bThe workflow is not valid\b|\byaml invalid\b/,
      /\bjobs config should contain at least one\b/,
    ]),
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
    sentence: 'A setting, a secret or a resource that the pipeline needs is missing.',
    says: anyOf(
      [
        /\bInput required and not supplied: \S/,
        /\bUnable to process file command '\w+' successfully\b|^(?:##)?\[error\]Invalid format '/,
        /\bUnable to (?:find|resolve) (?:action|template|version) \S/,
        /\brequired (?:field|configuration variable|variable|input|parameter|setting)s? (?:\S{1,80} )?(?:is|are|was|were) (?:not set|not provided|missing|not supplied)\b/,
        /\bproperty is required in your\b/,
        /\bMissing required (?:configuration|environment|input|parameter|variable)s?\b/,
        /\brequires a (?:greater|newer|higher|later) version of\b/,
        /\bNo (?:project|subscription|region|stack|context) (?:was |is )?(?:set|selected|specified|configured)\b/,
        /: (?:line )?\d+: \w{1,80}: (?:unbound variable|parameter (?:null or )?not set)$/,
      ],
      'i',
    ),
    yes: [
      said('Error: Input required and not supplied: token'),
      said('Unable to resolve action `acme/cart@v1`, unable to find version `v1`'),
      said('* "region": required field is not set'),
      said('Error: the url property is required in your config file'),
      said('/tmp/step.sh: line 3: PULL_REFS: unbound variable'),
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
  rule({
    id: 'pipeline.deploy',
    reason: 'SETUP_FAILED',
    sentence: 'A deployment failed, and no other line names the cause.',
    says: /^\W{0,6}(?:[\w./:-]{1,80} ){0,4}(?:deploy(?:ment)?(?: has)? failed\b|failed to deploy\b)|\bfailed to (?:execute|run) (?:the )?(?:gcloud|aws|az|kubectl|helm|terraform|pulumi|docker)\b/i,
    yes: [
      said('Warning: Deployment failed. Look at the logs of the application.'),
      said('Error: deploy-cart failed with: failed to execute gcloud command `gcloud run deploy`'),
    ],
    no: [said('The page says what to do when a deployment failed.')],
  }),
]
