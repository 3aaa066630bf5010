import { useSyncExternalStore } from 'react'
import type { Fields } from './fields'
import type { Form } from './form-store'

/** One field of the form. Only what uses it renders again when it changes. */
export function useFieldValue<K extends keyof Fields>(form: Form, name: K): Fields[K] {
  const get = () => form.fields.get()[name]
  return useSyncExternalStore(form.fields.subscribe, get, get)
}
