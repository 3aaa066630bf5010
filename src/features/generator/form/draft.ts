// The form between two visits. Each tab has its own, so that a reload brings back what was in this one; a new tab starts
// from the one that was changed last. The picture is kept beside it (kept-picture.ts), under the name of the tab.
import * as z from 'zod/mini'
import { forgottenAt, keptAt } from '@/lib/browser/personal-data'
import { ENTRY, readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import { EMPTY_FIELDS, type Fields, fieldsSchema } from '@/state/jobs/fields'

const storedDraft = z.object({
  fields: fieldsSchema,
  owner: z.nullable(z.string()),
  tab: z.string(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
})

export interface Draft {
  fields: Fields
  /** Who was signed in when it was written, or signed in since; null while nobody was. */
  owner: string | null
  /** Name of this tab, the same after a reload. */
  tab: string
}

/** `from` is the tab whose picture belongs to it: this one, another one whose draft is gone on from, or none. */
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
  return draft && draft.savedAt > forgottenAt() ? draft : null
}

export function writeDraft(draft: Draft): void {
  const stored = { ...draft, savedAt: keptAt() }
  writeEntry(ENTRY.draft, stored, 'sessionStorage')
  writeEntry(ENTRY.draft, stored)
}

export function removeDraft(): void {
  removeEntry(ENTRY.draft, 'sessionStorage')
  removeEntry(ENTRY.draft)
}
