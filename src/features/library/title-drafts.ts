// Stores the drafts of open title forms. They are stored above the rows, which remount when the number of columns
// changes.
import { createContext, use } from 'react'
import { createStore, type Store } from '@/lib/store'
import { useSelector } from '@/state/use-selector'

/** A draft, mutated on each key. Rows re-render only when a form opens or closes. */
export interface TitleDraft {
  text: string
  /** The selected range in characters. Null while the focus is elsewhere. */
  selection: readonly [number, number] | null
}

type Drafts = Store<ReadonlyMap<string, TitleDraft>>

export const createTitleDrafts = (): Drafts => createStore(new Map())

export const TitleDraftsContext = createContext(createTitleDrafts())

/** Returns the draft of a job whose form is open, and functions that open and close the form. */
export function useTitleDraft(jobId: string) {
  const drafts = use(TitleDraftsContext)
  const draft = useSelector(drafts, (all) => all.get(jobId))
  return {
    draft,
    open: (text: string) => drafts.set(new Map(drafts.get()).set(jobId, { text, selection: [0, text.length] })),
    close: () => drafts.set(new Map([...drafts.get()].filter(([id]) => id !== jobId))),
  }
}
