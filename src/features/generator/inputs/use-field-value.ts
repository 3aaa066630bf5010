import { useSyncExternalStore } from 'react'
import type { Model } from '@/config/models'
import { EMPTY_FIELDS, type Fields, fitFields } from '@/state/jobs/fields'
import type { Form } from './form-store'

/** Re-renders only when this field changes. Prerendered pages have no draft. */
export function useFieldValue<K extends keyof Fields>(form: Form, name: K): Fields[K] {
  const get = () => form.fields.get()[name]
  return useSyncExternalStore(form.fields.subscribe, get, () => EMPTY_FIELDS[name])
}

/** The same as this model makes it. What was chosen stays, and counts again with a model that makes it. */
export function useFittedValue<K extends keyof Fields>(form: Form, model: Model, name: K): Fields[K] {
  const get = () => fitFields(form.fields.get(), model)[name]
  return useSyncExternalStore(form.fields.subscribe, get, () => fitFields(EMPTY_FIELDS, model)[name])
}
