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
