/**
 * What a user leaves in this browser, such as a form half filled in, is theirs until they sign out: the next one at
 * this machine must not see it. This owns when that was, and tells every tab; each keeper removes what it keeps.
 */
import * as z from 'zod/mini'
import { sleep } from '@/lib/sleep'
import { ENTRY, readEntry, removeEntry, writeEntry } from './storage'

const KEY = 'forgotten-at'

/** A database that does not answer keeps nobody from leaving; the next visit tries again. */
const EMPTYING_MS = 2000

const listeners = new Set<() => void>()

/** Milliseconds since the epoch. What was kept until then is nobody's: a tab that slept may still hold some. */
export function forgottenAt(): number {
  return readEntry(KEY, z.number()) ?? 0
}

/** The time for what is kept now: after what was forgotten, also where the clock was set back since. */
export function keptAt(): number {
  return Math.max(Date.now(), forgottenAt() + 1)
}

/** Resolves when the disk is empty too, so that leaving the page does not keep it from that; never rejects. */
export async function forgetPersonalData(): Promise<void> {
  // The other tabs hear of it by this entry.
  const now = Date.now()
  writeEntry(KEY, now)
  // Here too, as the code of their keepers may not be loaded on this page.
  for (const key of [ENTRY.draft, ENTRY.jobs]) removeEntry(key)
  for (const listener of listeners) listener()
  const emptied = import('./kept-files').then(({ removeFilesUntil }) => removeFilesUntil(now)).catch(() => undefined)
  await Promise.race([emptied, sleep(EMPTYING_MS)])
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
