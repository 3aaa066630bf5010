/** Removes a token from the hash. It comes from an implicit sign-in, which this app doesn't use. Returns whether one was removed. */
export function removeTokenFromHash(): boolean {
  const { hash, pathname, search } = window.location
  if (!new URLSearchParams(hash.slice(1)).has('access_token')) return false
  window.history.replaceState(window.history.state, '', pathname + search)
  return true
}
