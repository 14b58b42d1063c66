/** How a fault reaches the client: an error status, an unusual answer, a broken stream, a broken connection. */
export type FaultGroup = 'status' | 'answer' | 'stream' | 'connection'

/** Every fault of the model server. A fault answers one request. */
export const faults = {
  unauthorized: { group: 'status', title: 'the key is not valid' },
  'login-expired': { group: 'status', title: 'the login has expired' },
  'payment-required': { group: 'status', title: 'payment is required (402)' },
  forbidden: { group: 'status', title: 'the key may not do this (403)' },
  'model-not-found': { group: 'status', title: 'there is no such model (404)' },
  'too-large': { group: 'status', title: 'the request has too many bytes (413)' },
  'rate-limit': { group: 'status', title: 'too many requests (429), with retryAfter or without' },
  'usage-limit': { group: 'status', title: 'the plan is used up until its reset, in resetIn seconds' },
  'no-credit': { group: 'status', title: 'no credit is left, or billing is off' },
  'context-too-long': { group: 'status', title: 'the prompt does not fit into the context' },
  'bad-request': { group: 'status', title: 'the request has a form that the provider refuses' },
  'server-error': { group: 'status', title: 'internal error (500)' },
  'bad-gateway': { group: 'status', title: 'a gateway answers with an HTML page (502)' },
  unavailable: { group: 'status', title: 'the service is down (503)' },
  'gateway-timeout': { group: 'status', title: 'a gateway gave up waiting (504)' },
  overloaded: { group: 'status', title: 'overloaded (529, or as the provider says it)' },
  http: { group: 'status', title: 'any status, headers and body that you give' },

  empty: { group: 'answer', title: 'the turn ends without content' },
  refusal: { group: 'answer', title: 'the model refuses, or a safety filter stops it' },
  'max-tokens': { group: 'answer', title: 'the answer is cut at the output limit' },
  huge: { group: 'answer', title: 'an answer of so many bytes (8 MiB)' },
  'tool-unknown': { group: 'answer', title: 'a call of a tool that was not offered' },
  'tool-bad-arguments': { group: 'answer', title: 'a call of the shell with wrong arguments' },
  'tool-broken-json': { group: 'answer', title: 'a call of the shell whose arguments are broken JSON' },
  'tool-loop': { group: 'answer', title: 'the same failing shell command again; forever with thenAlways' },
  'tool-endless': { group: 'answer', title: 'another shell command; forever with thenAlways' },

  'slow-drip': { group: 'stream', title: 'one event every everyMs (1000)' },
  'cut-stream': { group: 'stream', title: 'the stream ends cleanly before its last event' },
  'reset-mid-stream': { group: 'stream', title: 'the connection is reset in mid-stream' },
  'hang-mid-stream': { group: 'stream', title: 'some events, then nothing' },
  'hang-after-headers': { group: 'stream', title: 'the headers, then nothing' },
  'pings-only': { group: 'stream', title: 'keep-alive events every everyMs (1000), forever' },
  malformed: { group: 'stream', title: 'broken JSON' },
  'error-mid-stream': { group: 'stream', title: 'some events, then an error event' },

  hang: { group: 'connection', title: 'no byte at all' },
  reset: { group: 'connection', title: 'the connection is reset before any byte' },
  refused: { group: 'connection', title: 'reset, then refused for forMs, or until accept()' },
  'wrong-content-type': { group: 'connection', title: '200 with an HTML page, like a captive portal' },
  'redirect-loop': { group: 'connection', title: 'a redirect to a redirect, forever' },
} as const

export type FaultName = keyof typeof faults

/** The faults of one group. */
export type FaultOf<Group extends FaultGroup> = {
  [Name in FaultName]: (typeof faults)[Name]['group'] extends Group ? Name : never
}[FaultName]

/** The options of a fault. Each uses the options that its title names and ignores the rest. */
export type FaultOptions = {
  /** Seconds, as in the header. If absent, there is no such header. */
  readonly retryAfter?: number
  /** Seconds until a used-up plan is renewed. Default 7200. */
  readonly resetIn?: number
  /** Another message in the provider's error form; for a broken stream its text. */
  readonly message?: string
  readonly everyMs?: number
  readonly forMs?: number
  readonly bytes?: number
  /** How many events are sent before a stream breaks. Default 3. */
  readonly afterEvents?: number
  /** Only for `http`: the reply. An object is sent as JSON. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const isFaultName = (name: unknown): name is FaultName =>
  typeof name === 'string' && Object.hasOwn(faults, name)

export const isFaultOf = <Group extends FaultGroup>(group: Group, name: FaultName): name is FaultOf<Group> =>
  faults[name].group === group
