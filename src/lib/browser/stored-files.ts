// Stores data that is too large for local storage in IndexedDB, and never throws. IndexedDB may be blocked, full, or
// empty. Parse every value, because another version of the app may have written it.
import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval'

/** The age at which the next write removes an entry, in milliseconds. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

interface Entry {
  savedAt: number
  value: unknown
}

/** Stores a value. Returns whether it was stored. `savedAt`: milliseconds since the epoch. */
export async function storeFile(key: string, value: unknown, savedAt = Date.now()): Promise<boolean> {
  const isKept = await openStore(async (store) => {
    await set(key, { savedAt, value } satisfies Entry, store)
    return true
  })
  await removeFilesUntil(Date.now() - RETENTION_MS)
  return isKept ?? false
}

/** Reads a value. Returns null if none is newer than `since`, in milliseconds since the epoch. */
export async function readFile(key: string, since: number): Promise<unknown> {
  const entry = await openStore((store) => get<Entry>(key, store))
  return entry && entry.savedAt > since ? entry.value : null
}

export async function removeFile(key: string): Promise<void> {
  await openStore((store) => del(key, store))
}

/**
 * Removes the entries saved until `time`, in milliseconds since the epoch. Later entries may belong to another user.
 */
export async function removeFilesUntil(time: number): Promise<void> {
  await openStore(async (store) => {
    const kept = await entries<string, Entry>(store)
    const old = kept.flatMap(([key, { savedAt }]) => (savedAt <= time ? [key] : []))
    await delMany(old, store)
  })
}

/** Runs work on the store. Returns null on failure, because opening throws if storage is blocked. */
async function openStore<T>(work: (store: UseStore) => Promise<T>): Promise<T | null> {
  try {
    return await work(createStore('soundreel', 'files'))
  } catch {
    return null
  }
}
