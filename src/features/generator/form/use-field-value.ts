import { useSyncExternalStore } from 'react'
import { EMPTY_FIELDS, type Fields } from '@/state/jobs/fields'
import type { Form } from './form-store'

/** One field of the form. Only what uses it renders again when it changes. Pages made at build time know no draft. */
export function useFieldValue<K extends keyof Fields>(form: Form, name: K): Fields[K] {
  const get = () => form.fields.get()[name]
  return useSyncExternalStore(form.fields.subscribe, get, () => EMPTY_FIELDS[name])
}
