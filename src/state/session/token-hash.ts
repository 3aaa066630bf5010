/** A token in the hash comes from an implicit sign-in, which this app does not use. Returns whether one was removed. */
export function removeTokenFromHash(): boolean {
  const { hash, pathname, search } = window.location
  if (!new URLSearchParams(hash.slice(1)).has('access_token')) return false
  window.history.replaceState(window.history.state, '', pathname + search)
  return true
}
