/**
 * What a person leaves in this browser, such as a form half filled in, is theirs until they sign out: the next one at
 * this machine must not see it. This owns when that was, and tells every tab; each keeper removes what it keeps.
 */
import * as z from 'zod/mini'
import { ENTRY, readEntry, removeEntry, writeEntry } from './storage'

const KEY = 'forgotten-at'

const listeners = new Set<() => void>()

/** Milliseconds since the epoch. What was kept until then is nobody's: a tab that slept may still hold some. */
export function forgottenAt(): number {
  return readEntry(KEY, z.number()) ?? 0
}

export function forgetPersonalData(): void {
  // The other tabs hear of it by this entry.
  const now = Date.now()
  writeEntry(KEY, now)
  // Here too, as the code of their keepers may not be loaded on this page.
  for (const key of [ENTRY.draft, ENTRY.jobs]) removeEntry(key)
  for (const listener of listeners) listener()
  void import('./kept-files').then(({ removeFilesUntil }) => removeFilesUntil(now)).catch(() => undefined)
}

/** Also when another tab forgot. Answers what stops it. */
export function onForget(listener: () => void): () => void {
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
