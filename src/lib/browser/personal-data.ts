// Clears a user's data in this browser at sign-out. This module stores the time of the clearing and notifies every tab.
// Each owner of data then removes its own.
import * as s from '@/lib/shape'
import { sleep } from '@/lib/sleep'
import { ENTRY, readEntry, removeEntry, writeEntry } from './storage'

const KEY = 'forgotten-at'

/** The longest time that a sign-out waits for the database, in milliseconds. The next page load tries again. */
const EMPTYING_MS = 2000

const listeners = new Set<() => void>()

/**
 * Returns when data was last cleared, in milliseconds since the epoch. Ignore data from before that time, which a
 * sleeping tab may still hold.
 */
export function getClearedTime(): number {
  return readEntry(KEY, s.number) ?? 0
}

/** Returns the timestamp for data saved now. It is later than getClearedTime(), even if the clock was set back. */
export function getSaveTime(): number {
  return Math.max(Date.now(), getClearedTime() + 1)
}

/**
 * Clears personal data. Resolves when the database is also empty, or after 2 s, so that the page may unload. Never
 * rejects.
 */
export async function clearPersonalData(): Promise<void> {
  // Other tabs receive this entry as a storage event.
  const now = Date.now()
  writeEntry(KEY, now)
  // Remove these here, because the code of their owners may not be loaded on this page.
  for (const key of [ENTRY.draft, ENTRY.jobs]) removeEntry(key)
  for (const listener of listeners) listener()
  const emptied = import('./stored-files').then(({ removeFilesUntil }) => removeFilesUntil(now)).catch(() => undefined)
  await Promise.race([emptied, sleep(EMPTYING_MS)])
}

/** Calls `listener` when this or another tab clears data. Returns an unsubscribe function. */
export function onClear(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
