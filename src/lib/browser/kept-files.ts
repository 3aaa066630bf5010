/**
 * What is too big for local storage, kept in IndexedDB. Never throws: it may be blocked, full, or gone since the last
 * visit. Values come back as another version of the app may have left them: parse them.
 */
import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval'

/** A tab that was left open for longer finds nothing. Those that were closed leave theirs until somebody keeps another. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

interface Entry {
  savedAt: number
  value: unknown
}

/** Answers whether it will be there again. @param savedAt milliseconds since the epoch */
export async function keepFile(key: string, value: unknown, savedAt = Date.now()): Promise<boolean> {
  const isKept = await inStore(async (store) => {
    await set(key, { savedAt, value } satisfies Entry, store)
    return true
  })
  await removeFilesUntil(Date.now() - KEPT_MS)
  return isKept ?? false
}

/** Null when there is none, or it was kept until `since` (milliseconds since the epoch). */
export async function readFile(key: string, since: number): Promise<unknown> {
  const entry = await inStore((store) => get<Entry>(key, store))
  return entry && entry.savedAt > since ? entry.value : null
}

export async function removeFile(key: string): Promise<void> {
  await inStore((store) => del(key, store))
}

/** Those kept later may be somebody else's. @param time milliseconds since the epoch */
export async function removeFilesUntil(time: number): Promise<void> {
  await inStore(async (store) => {
    const kept = await entries<string, Entry>(store)
    const old = kept.flatMap(([key, { savedAt }]) => (savedAt <= time ? [key] : []))
    await delMany(old, store)
  })
}

/** Null when it could not be done. Where storage is blocked, opening it throws. */
async function inStore<T>(work: (store: UseStore) => Promise<T>): Promise<T | null> {
  try {
    return await work(createStore('soundreel', 'files'))
  } catch {
    return null
  }
}
