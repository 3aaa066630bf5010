import { useSyncExternalStore } from 'react'
import type { Model } from '@/config/models'
import { EMPTY_FIELDS, type Fields, fitFields } from '@/state/jobs/fields'
import type { Form } from './form-store'

/** Returns a field's value, and re-renders only when the value changes. Prerendered pages have no draft. */
export function useFieldValue<K extends keyof Fields>(form: Form, name: K): Fields[K] {
  const get = () => form.fields.get()[name]
  return useSyncExternalStore(form.fields.subscribe, get, () => EMPTY_FIELDS[name])
}

/** Returns a field's value as this model delivers it. The user's choice is kept for other models. */
export function useFittedValue<K extends keyof Fields>(form: Form, model: Model, name: K): Fields[K] {
  const get = () => fitFields(form.fields.get(), model)[name]
  return useSyncExternalStore(form.fields.subscribe, get, () => fitFields(EMPTY_FIELDS, model)[name])
}
