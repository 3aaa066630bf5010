// The connection was never made, so that no byte of the request left. Everything else may have reached the provider.

/** Deno's words for every fault before a connection, TLS included, stands. An address holds no space to imitate them. */
const DENO_CONNECT = /^error sending request for url \(\S*\): client error \(Connect\)/
/** Node asks for a certificate before it sends anything. */
const NODE_CODES = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_|UND_ERR_CONNECT_TIMEOUT$)/
const NODE_TLS_CUT = /^Client network socket disconnected before secure TLS connection was established$/

/** `error`: what fetch rejected with, in Node or Deno. */
export function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // One error for each address of the host.
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

/** Deno's words for a refused connection and for a name without an address. */
const DENO_UNREACHABLE =
  /^error sending request for url \(\S*\): client error \(Connect\): (tcp connect error: .*[Cc]onnection refused|dns error)/

/**
 * Returns whether the connection was refused or the host's name was not found. Other faults before a connection, such as a
 * certificate's, tell of a wrong setting or of someone in between: no other provider is asked then.
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
