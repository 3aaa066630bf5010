/**
 * Local and session storage that never throw: they may be blocked, full, or hold what another version or a curious user
 * wrote. What does not match its schema counts as absent.
 */
import * as z from 'zod/mini'

/** The names of entries that more than one part reads. The session itself is stored by supabase-js under its own key. */
export const ENTRY = { user: 'user', token: 'token', draft: 'draft', jobs: 'jobs' } as const

/** Entry `user`. Credits are the last known balance, shown when the server cannot be asked. */
export const localUserSchema = z.object({ id: z.string().check(z.minLength(1)), credits: z.number() })
export type LocalUser = z.infer<typeof localUserSchema>

/** Entry `token`: the access token, stored as it is, not as JSON. */
export const tokenSchema = z.string().check(z.minLength(1))

/** Session storage is this tab's alone and ends with it. */
type Area = 'localStorage' | 'sessionStorage'

export function readEntry<T>(key: string, schema: z.ZodMiniType<T>, area: Area = 'localStorage'): T | null {
  try {
    const stored = window[area].getItem(key)
    if (stored === null) return null
    const result = schema.safeParse(parse(stored))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

/** Strings are stored as they are, everything else as JSON. */
export function writeEntry(key: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    window[area].setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // Blocked or full: the entry is a convenience, the session goes on without it.
  }
}

export function removeEntry(key: string, area: Area = 'localStorage'): void {
  try {
    window[area].removeItem(key)
  } catch {
    // Blocked: there is nothing to remove.
  }
}

function parse(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return stored
  }
}
