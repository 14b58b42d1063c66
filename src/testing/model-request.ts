/** The four APIs with which agents call a model. */
export type ApiName = 'anthropic' | 'responses' | 'chat' | 'gemini'

/** A tool that a request offers to the model. */
export type OfferedTool = {
  readonly name: string
  /** The Responses API may put tools into a namespace, which a call must repeat. */
  readonly namespace: string | null
  /** Takes text instead of JSON. */
  readonly isFreeForm: boolean
  /** Property names to their JSON schema. */
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

/** One request as the server received it, and how it was answered. */
export type ModelRequest = {
  /** 1 for the first request of this server. */
  readonly number: number
  /** UTC, ISO 8601. */
  readonly at: string
  /** `other`: no question to a model, but another request of an agent. */
  readonly api: ApiName | 'other'
  readonly method: string
  /** With its query; a key in it is masked. */
  readonly path: string
  /** Names in lower case; keys, tokens and cookies are masked. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed if it is JSON, else the text. */
  readonly body: unknown
  readonly model: string
  readonly isStreaming: boolean
  /** The last prompt of the person, without text that the agent adds. */
  readonly prompt: string
  /** All prompts of the person in this conversation, oldest first. */
  readonly prompts: readonly string[]
  /** The system prompt; empty if there is none. */
  readonly system: string
  readonly tools: readonly OfferedTool[]
  /** The results of tools in this conversation, oldest first. */
  readonly toolResults: readonly string[]
  /** The same for all requests of one API that start with the same prompt. */
  readonly conversation: string
  /** `say`, `tool`, the name of a fault, or the answer to an `other` request. */
  readonly answeredWith: string
}

/** A request as a script sees it, before it is answered. */
export type UnansweredRequest = Omit<ModelRequest, 'answeredWith'>

/** The content of a request, independent of its API. */
export type Asked = Pick<
  ModelRequest,
  'model' | 'isStreaming' | 'prompts' | 'system' | 'tools' | 'toolResults'
>
