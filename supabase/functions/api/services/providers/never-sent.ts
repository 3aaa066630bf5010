// Detects errors before a connection, after which the provider certainly received nothing. After any other error, the
// provider may have received the request.

/**
 * Deno's message for every error before a connection, including TLS errors. A URL can't imitate it, because URLs
 * contain no spaces.
 */
const DENO_CONNECT = /^error sending request for url \(\S*\): client error \(Connect\)/
/** Node verifies the certificate before it sends data. */
const NODE_CODES = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_|UND_ERR_CONNECT_TIMEOUT$)/
const NODE_TLS_CUT = /^Client network socket disconnected before secure TLS connection was established$/

/** Returns whether nothing was sent. `error`: the rejection of `fetch` in Node or Deno. */
export function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // An AggregateError contains one error for each IP address of the host.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(wasNeverSent)
  const { syscall, code = '' } = error as Error & { syscall?: string; code?: string }
  return (
    DENO_CONNECT.test(error.message) ||
    NODE_TLS_CUT.test(error.message) ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    NODE_CODES.test(code) ||
    wasNeverSent(error.cause)
  )
}

/** Deno's message for a refused connection, or for a name without an address. */
const DENO_UNREACHABLE =
  /^error sending request for url \(\S*\): client error \(Connect\): (tcp connect error: .*[Cc]onnection refused|dns error)/

/**
 * Returns whether the connection was refused or the host name wasn't found. Other errors before a connection, such as
 * an invalid certificate, suggest a wrong setting or an attacker. No other provider is tried then.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnreachable)
  const { syscall, code } = error as Error & { syscall?: string; code?: string }
  return (
    (syscall === 'connect' && code === 'ECONNREFUSED') ||
    (syscall === 'getaddrinfo' && code === 'ENOTFOUND') ||
    DENO_UNREACHABLE.test(error.message) ||
    isUnreachable(error.cause)
  )
}
