/**
 * Removes a token from the URL's hash, and returns whether there was one. Such a token comes from an implicit sign-in,
 * which this app doesn't use.
 */
export function removeTokenFromHash(): boolean {
  const { hash, pathname, search } = window.location
  if (!new URLSearchParams(hash.slice(1)).has('access_token')) return false
  window.history.replaceState(window.history.state, '', pathname + search)
  return true
}
