/**
 * The reason of a failed sign-in. We never show the error text of the address, because anybody can write such an
 * address.
 */
export type LoginFailure = 'denied' | 'not_admitted' | 'failed'

export const LOGIN_FAILURE_SENTENCES: Record<LoginFailure, string> = {
  denied: "Sign-in was canceled, and nothing was shared. Try again whenever you're ready.",
  not_admitted:
    'This Google account may not use this site. Ask the person who runs it to add your address, or sign in with another account.',
  failed: "We couldn't sign you in. Please try again.",
}

export type LoginReturn = { kind: 'code'; code: string } | { kind: 'failure'; failure: LoginFailure } | { kind: 'none' }

/** Reads the address to which the provider returned the user. Errors may be in the query or in the hash. */
export function readLoginReturn({ search, hash }: { search: string; hash: string }): LoginReturn {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const error = query.get('error') ?? fragment.get('error')
  if (error) {
    const isNotAdmitted = (query.get('error_code') ?? fragment.get('error_code')) === 'not_admitted'
    return {
      kind: 'failure',
      failure: isNotAdmitted ? 'not_admitted' : error === 'access_denied' ? 'denied' : 'failed',
    }
  }
  const code = query.get('code')
  return code ? { kind: 'code', code } : { kind: 'none' }
}
