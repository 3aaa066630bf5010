import { useMemo, useSyncExternalStore } from 'react'
import type { Readable } from '@/lib/store'

/** Returns a part of a store's value. The component re-renders only when `isSame` returns false for the part. */
export function useSelector<S, T>(
  { get, getInitial, subscribe }: Readable<S>,
  select: (state: S) => T,
  isSame: (before: T, now: T) => boolean = Object.is,
): T {
  const selectOnce = useMemo(() => {
    let last: { state: S; part: T } | undefined
    return (state: S): T => {
      if (last && Object.is(last.state, state)) return last.part
      const now = select(state)
      const part = last && isSame(last.part, now) ? last.part : now
      last = { state, part }
      return part
    }
  }, [select, isSame])
  return useSyncExternalStore(
    subscribe,
    () => selectOnce(get()),
    () => selectOnce(getInitial()),
  )
}

/** Compares lists by their items, and items by their fields. */
export function hasSameItems<T extends object>(before: readonly T[], now: readonly T[]): boolean {
  return before.length === now.length && before.every((item, index) => hasSameFields(item, now[index]))
}

function hasSameFields<T extends object>(before: T, now: T | undefined): boolean {
  if (before === now) return true
  const names = Object.keys(before) as (keyof T)[]
  return now !== undefined && names.every((name) => Object.is(before[name], now[name]))
}
