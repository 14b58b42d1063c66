/** The four forms in which agents ask a model. */
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

/** One request as the server received it, and what it was answered with. */
export type ModelRequest = {
  /** 1 for the first that this server received. */
  readonly number: number
  /** UTC, ISO 8601. */
  readonly at: string
  /** `other`: no question to a model, but something that an agent asks for beside it. */
  readonly api: ApiName | 'other'
  readonly method: string
  /** With its query; a key in it is masked. */
  readonly path: string
  /** Names in lower case; keys, tokens and cookies are masked. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown
  readonly model: string
  readonly isStreaming: boolean
  /** What the person said last, without what an agent adds about its surroundings. */
  readonly prompt: string
  /** Everything that the person said in this conversation, oldest first. */
  readonly prompts: readonly string[]
  /** The system prompt; empty where there is none. */
  readonly system: string
  readonly tools: readonly OfferedTool[]
  /** What the tools answered in this conversation, oldest first. */
  readonly toolResults: readonly string[]
  /** The same for all requests of one API that begin with the same prompt. */
  readonly conversation: string
  /** `say`, `tool`, the name of a fault, or what an `other` request got. */
  readonly answeredWith: string
}

/** A request as a script sees it, before it is answered. */
export type UnansweredRequest = Omit<ModelRequest, 'answeredWith'>

/** What a request asks for, as its API says it. */
export type Asked = Pick<
  ModelRequest,
  'model' | 'isStreaming' | 'prompts' | 'system' | 'tools' | 'toolResults'
>
