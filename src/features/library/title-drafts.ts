// Drafts of open title forms. They live above the rows, which remount when the grid changes its number of columns.
import { createContext, use } from 'react'
import { createStore, type Store } from '@/lib/store'
import { useSelector } from '@/state/use-selector'

/** Changed in place while somebody types: only forms that open or close draw a row. */
export interface TitleDraft {
  text: string
  /** Selected characters; null while the focus is elsewhere. */
  selection: readonly [number, number] | null
}

type Drafts = Store<ReadonlyMap<string, TitleDraft>>

export const createTitleDrafts = (): Drafts => createStore(new Map())

export const TitleDraftsContext = createContext(createTitleDrafts())

/** Returns the draft of a job whose form is open, and what opens and closes the form. */
export function useTitleDraft(jobId: string) {
  const drafts = use(TitleDraftsContext)
  const draft = useSelector(drafts, (all) => all.get(jobId))
  return {
    draft,
    open: (text: string) => drafts.set(new Map(drafts.get()).set(jobId, { text, selection: [0, text.length] })),
    close: () => drafts.set(new Map([...drafts.get()].filter(([id]) => id !== jobId))),
  }
}
