import { useSyncExternalStore } from 'react'
import { EMPTY_FIELDS, type Fields } from '@/state/jobs/fields'
import type { Form } from './form-store'

/** Re-renders only when this field changes. Prerendered pages have no draft. */
export function useFieldValue<K extends keyof Fields>(form: Form, name: K): Fields[K] {
  const get = () => form.fields.get()[name]
  return useSyncExternalStore(form.fields.subscribe, get, () => EMPTY_FIELDS[name])
}
