import { getClearedTime } from '@/lib/browser/personal-data'
import { ENTRY, readEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

/** The part of the generator's stored draft that other pages read. */
const draftShape = s.object({ fields: s.object({ prompt: s.text }), owner: s.nullable(s.text), savedAt: s.number })

/**
 * Returns whether the generator will show a stored prompt. `userId`: the user, or null if signed out. Another user's
 * prompt doesn't count, because the generator clears it.
 */
export function hasKeptPrompt(userId: string | null): boolean {
  const draft = readFresh('sessionStorage') ?? readFresh('localStorage')
  if (!draft || draft.fields.prompt.trim() === '') return false
  return draft.owner === null || userId === null || draft.owner === userId
}

function readFresh(area: 'sessionStorage' | 'localStorage') {
  const draft = readEntry(ENTRY.draft, draftShape, area)
  return draft && draft.savedAt > getClearedTime() ? draft : null
}
