/**
 * Creates the storage of the supabase-js session: local storage, and this page's memory for what local storage refuses.
 * Without it, supabase-js ignores a stored session if storage is full, and fails to renew a session if storage is
 * blocked.
 */
export function createSessionStorage() {
  /** The entries that local storage holds, as last read, or doesn't hold, because it is full or blocked. */
  const known = new Map<string, string>()
  const refused = new Set<string>()
  return {
    getItem(key: string): string | null {
      try {
        if (refused.has(key)) return known.get(key) ?? null
        const stored = window.localStorage.getItem(key)
        if (stored === null) known.delete(key)
        else known.set(key, stored)
      } catch {
        // Storage became blocked. What was last read is still right for this page.
      }
      return known.get(key) ?? null
    },
    setItem(key: string, value: string): void {
      known.set(key, value)
      try {
        window.localStorage.setItem(key, value)
        refused.delete(key)
      } catch {
        refused.add(key)
      }
    },
    removeItem(key: string): void {
      known.delete(key)
      try {
        window.localStorage.removeItem(key)
        refused.delete(key)
      } catch {
        refused.add(key)
      }
    },
  }
}
