/**
 * An address whose hash carries an access token comes from an implicit sign-in, which this app does not use: the token
 * is removed from the address and never becomes a session.
 */
export function removeTokenFromHash(): boolean {
  const { hash, pathname, search } = window.location
  if (!new URLSearchParams(hash.slice(1)).has('access_token')) return false
  window.history.replaceState(window.history.state, '', pathname + search)
  return true
}
