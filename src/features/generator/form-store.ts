import { readEntry, writeEntry } from '@/lib/storage'
import { EMPTY_FIELDS, type Fields, fieldsSchema } from './fields'
import type { Picture } from './picture'
import { createStore, type Store } from './store'

const KEY = 'draft'

export interface Form {
  fields: Store<Fields>
  /** Kept while the app is open, so that a visit to the login page does not lose it. */
  picture: Store<Picture | null>
  change(patch: Partial<Fields>): void
}

/** The form as it was left: nothing typed is lost on a reload, a sign-in or an error. */
export function createForm(): Form {
  const fields = createStore<Fields>(readEntry(KEY, fieldsSchema) ?? EMPTY_FIELDS)
  return {
    fields,
    picture: createStore<Picture | null>(null),
    change(patch) {
      fields.set({ ...fields.get(), ...patch })
      writeEntry(KEY, fields.get())
    },
  }
}
