// Data that a user leaves in this browser is theirs until they sign out. This module records when that was and tells every tab;
// each keeper removes its own data.
import * as s from '@/lib/shape'
import { sleep } from '@/lib/sleep'
import { ENTRY, readEntry, removeEntry, writeEntry } from './storage'

const KEY = 'forgotten-at'

/** The longest wait of a sign-out for the database, in milliseconds. The next visit tries again. */
const EMPTYING_MS = 2000

const listeners = new Set<() => void>()

/**
 * Returns when data was last forgotten, in milliseconds since the epoch. Data kept until then belongs to nobody: a sleeping tab may
 * hold some.
 */
export function getClearedTime(): number {
  return readEntry(KEY, s.number) ?? 0
}

/** Returns the time for data kept now. It is after getForgottenTime(), even if the clock was set back. */
export function getSaveTime(): number {
  return Math.max(Date.now(), getClearedTime() + 1)
}

/** Forgets personal data. Resolves when the database is empty too, or after 2 s: the page may then be left. Never rejects. */
export async function clearPersonalData(): Promise<void> {
  // Other tabs receive this entry as an event.
  const now = Date.now()
  writeEntry(KEY, now)
  // Here too, as the code of their owners may not be loaded on this page.
  for (const key of [ENTRY.draft, ENTRY.jobs]) removeEntry(key)
  for (const listener of listeners) listener()
  const emptied = import('./stored-files').then(({ removeFilesUntil }) => removeFilesUntil(now)).catch(() => undefined)
  await Promise.race([emptied, sleep(EMPTYING_MS)])
}

/** Calls back when this or another tab forgets. Returns an unsubscribe function. */
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
