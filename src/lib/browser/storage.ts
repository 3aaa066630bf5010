// Reads and writes web storage, and never throws. Storage may be blocked or full, or contain values of another version.
// A value with an unexpected shape counts as missing.
import * as s from '@/lib/shape'

/** The names of shared entries. supabase-js stores the session under its own name. */
export const ENTRY = {
  user: 'user',
  token: 'token',
  draft: 'draft',
  jobs: 'jobs',
  unrecorded: 'login',
} as const

/** The stored user. `credits`: the last known balance, used when the server doesn't respond. */
export const localUserShape = s.object({ id: s.filled, credits: s.number })
export type LocalUser = s.Infer<typeof localUserShape>

/** The stored access token, which isn't JSON. */
export const tokenShape = s.filled

type Area = 'localStorage' | 'sessionStorage'

export function readEntry<T>(key: string, shape: s.Shape<T>, area: Area = 'localStorage'): T | null {
  try {
    const stored = window[area].getItem(key)
    if (stored === null) return null
    return s.read(shape, parse(stored))
  } catch {
    return null
  }
}

/** Writes an entry. Strings are stored unchanged, and other values as JSON. */
export function writeEntry(key: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    window[area].setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // Storage is blocked or full. The app works without these entries.
  }
}

export function removeEntry(key: string, area: Area = 'localStorage'): void {
  try {
    window[area].removeItem(key)
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}

function parse(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return stored
  }
}
