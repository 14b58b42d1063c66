/** The errors of LiteLLM, the library through which aider, OpenHands and mini-swe-agent reach models. */
import type { Note } from '../drafts.ts'
import type { What } from '../signal.ts'

const ERRORS: Readonly<Record<string, { readonly what?: What; readonly status?: number }>> = {
  AuthenticationError: { status: 401 },
  PermissionDeniedError: { status: 403 },
  NotFoundError: { status: 404 },
  BadRequestError: { status: 400 },
  InvalidRequestError: { status: 400 },
  UnprocessableEntityError: { status: 422 },
  UnsupportedParamsError: { status: 400 },
  RateLimitError: { status: 429 },
  RouterRateLimitError: { status: 429 },
  InternalServerError: { status: 500 },
  BadGatewayError: { status: 502 },
  ServiceUnavailableError: { status: 503 },
  Timeout: {},
  APIConnectionError: {},
  APIError: {},
  APIStatusError: {},
  APITimeoutError: {},
  APIResponseValidationError: {},
  OpenAIError: {},
  AzureOpenAIError: {},
  JSONSchemaValidationError: {},
  MidStreamFallbackError: {},
  BudgetExceededError: { what: 'budget-limit' },
  ContentPolicyViolationError: { what: 'refusal' },
  ContextWindowExceededError: { what: 'context-full' },
}

const NAMED = /(?:^|[\s:'"([])(?:litellm\.(?:exceptions\.)?|openai\.)?([A-Z]\w{1,60}Error\b|Timeout(?=: ))/g
/** The status in the provider's message is more exact than the class of the wrapper. */
const STATUS = /\b(?:status(?: code)?|error code|code|HTTP)["']?[:=\s]{1,3}([45]\d\d)\b/i

/** The LiteLLM error that a line or the name of an exception reports, or null. */
export function readLitellmError(told: string): Pick<Note, 'what' | 'detail'> | null {
  for (const [, name = ''] of told.slice(0, 2000).matchAll(NAMED)) {
    const error = Object.hasOwn(ERRORS, name) ? ERRORS[name] : undefined
    if (error === undefined) continue
    const status = Number(STATUS.exec(told.slice(0, 2000))?.[1] ?? error.status ?? Number.NaN)
    return {
      what: error.what ?? 'provider-error',
      detail: { code: name, ...(Number.isNaN(status) ? {} : { status }) },
    }
  }
  return null
}
