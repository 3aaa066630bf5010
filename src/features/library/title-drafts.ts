// Stores the drafts of open title forms. They are stored above the rows, which remount when the number of columns
// changes, and in session storage, so that a reload of the page keeps them.
import { createContext, use } from 'react'
import { getRowId } from '@/config/paths'
import { getClearedTime, getSaveTime, onClear } from '@/lib/browser/personal-data'
import { readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { createStore, type Store } from '@/lib/store'
import { useSelector } from '@/state/use-selector'

/** A draft, mutated on each key. Rows re-render only when a form opens or closes. */
export interface TitleDraft {
  text: string
  /** The selected range in characters. Null while the focus is elsewhere. */
  selection: readonly [number, number] | null
}

type Drafts = Store<ReadonlyMap<string, TitleDraft>>

const ENTRY = 'title-drafts'
const stored = s.object({
  drafts: s.list(s.object({ jobId: s.text, text: s.text })),
  /** The time of saving, in milliseconds since the epoch. */
  savedAt: s.number,
})

export function createTitleDrafts(): Drafts {
  const entry = readEntry(ENTRY, stored, 'sessionStorage')
  const drafts = entry && entry.savedAt > getClearedTime() ? entry.drafts : []
  return createStore(new Map(drafts.map(({ jobId, text }) => [jobId, { text, selection: null }])))
}

onClear(() => removeEntry(ENTRY, 'sessionStorage'))

function save(drafts: Drafts): void {
  const texts = [...drafts.get()].map(([jobId, { text }]) => ({ jobId, text }))
  writeEntry(ENTRY, { drafts: texts, savedAt: getSaveTime() }, 'sessionStorage')
}

export const TitleDraftsContext = createContext(createStore<ReadonlyMap<string, TitleDraft>>(new Map()))

/** Returns the ID of the button whose menu opens a video's title form. */
export const getMoreId = (jobId: string) => `${getRowId(jobId)}-more`

/** Returns the draft of a job whose form is open, and functions that open, change, and close the form. */
export function useTitleDraft(jobId: string) {
  const drafts = use(TitleDraftsContext)
  const draft = useSelector(drafts, (all) => all.get(jobId))
  const set = (next: ReadonlyMap<string, TitleDraft>) => {
    drafts.set(next)
    save(drafts)
  }
  return {
    draft,
    open: (text: string) => set(new Map(drafts.get()).set(jobId, { text, selection: [0, text.length] })),
    change(text: string) {
      if (draft !== undefined) draft.text = text
      save(drafts)
    },
    close: () => set(new Map([...drafts.get()].filter(([id]) => id !== jobId))),
  }
}
