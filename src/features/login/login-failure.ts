/**
 * The reason of a failed sign-in. We never show the error text of the address, because anybody can write such an
 * address.
 */
export type LoginFailure = 'denied' | 'failed'

export const LOGIN_FAILURE_SENTENCES: Record<LoginFailure, string> = {
  denied: "Sign-in was canceled, and nothing was shared. Try again whenever you're ready.",
  failed: "We couldn't sign you in. Please try again.",
}

export type LoginReturn = { kind: 'code'; code: string } | { kind: 'failure'; failure: LoginFailure } | { kind: 'none' }

/** Reads the address to which the provider returned the user. Errors may be in the query or in the hash. */
export function readLoginReturn({ search, hash }: { search: string; hash: string }): LoginReturn {
  const query = new URLSearchParams(search)
  const error = query.get('error') ?? new URLSearchParams(hash.slice(1)).get('error')
  if (error) return { kind: 'failure', failure: error === 'access_denied' ? 'denied' : 'failed' }
  const code = query.get('code')
  return code ? { kind: 'code', code } : { kind: 'none' }
}
