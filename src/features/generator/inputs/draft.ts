// Stores the form's draft. Each tab has its own draft, and a new tab starts from the last changed one.
// ../image/stored-image.ts stores the image, by tab.
import { getClearedTime, getSaveTime } from '@/lib/browser/personal-data'
import { ENTRY, readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { EMPTY_FIELDS, type Fields, fieldsShape } from '@/state/jobs/fields'

const storedDraft = s.object({
  fields: fieldsShape,
  owner: s.nullable(s.text),
  tab: s.text,
  /** The time of saving, in milliseconds since the epoch. */
  savedAt: s.number,
})

export interface Draft {
  fields: Fields
  /** The user's ID. Null if the user was signed out. */
  owner: string | null
  /** The tab's name, which survives a reload. */
  tab: string
}

/** Reads the draft. `from` is the tab that stored its image: this tab, another tab, or null. */
export function readDraft(): Draft & { from: string | null } {
  const own = readFresh('sessionStorage')
  if (own) return { ...own, from: own.tab }
  const last = readFresh('localStorage')
  return {
    fields: last?.fields ?? EMPTY_FIELDS,
    owner: last?.owner ?? null,
    tab: crypto.randomUUID(),
    from: last?.tab ?? null,
  }
}

function readFresh(area: 'sessionStorage' | 'localStorage') {
  const draft = readEntry(ENTRY.draft, storedDraft, area)
  return draft && draft.savedAt > getClearedTime() ? draft : null
}

export function writeDraft(draft: Draft): void {
  const stored = { ...draft, savedAt: getSaveTime() }
  writeEntry(ENTRY.draft, stored, 'sessionStorage')
  writeEntry(ENTRY.draft, stored)
}

export function removeDraft(): void {
  removeEntry(ENTRY.draft, 'sessionStorage')
  removeEntry(ENTRY.draft)
}
