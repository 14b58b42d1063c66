/** Words of a transient cause: the network, a name server, a timeout, a server error, a lock of another process. */
import { anyOf } from '../any-of.ts'

const PASSING: RegExp = anyOf(
  [
    /\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EPIPE|EIDLETIMEOUT|E429|E5\d\d)\b/,
    /could not resolve host|couldn't resolve host|no such host|name or service not known/,
    /temporary (?:failure|error)|name resolution/,
    /connection (?:refused|reset|timed out|closed|aborted|broken|was reset)|ConnectionRefused/,
    /ConnectionClosed|failed to connect|could(?: not|n't) connect|unable to connect/,
    /network is unreachable|no route to host|timed?[ -]?out\b|TLS handshake|SSL_ERROR_SYSCALL/,
    /unexpected disconnect|remote end hung up|early EOF|RPC failed/,
    /\b(?:HTTP|status|code|error:?|returned|server error)\D{0,12}(?:429|5\d\d)\b/,
    /\b50[0234] (?:Bad Gateway|Service Unavailable|Gateway|Internal Server)|too ?many ?requests/,
    /index\.lock|could not get lock|frontend lock|unable to lock|service unavailable/,
    /spurious network error|HTTP 000/,
  ],
  'i',
)

/** The detail for a transient cause, or an empty object: `{...transient(line)}`. */
export const transient = (text: string): { readonly transient?: true } =>
  PASSING.test(text.slice(0, 1000)) ? { transient: true } : {}
