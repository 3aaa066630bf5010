import { useEffect } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { hasInput, watchInput } from '@/lib/browser/input'

export function useHasInput(): boolean {
  useEffect(() => (hasInput.get() ? undefined : watchInput()), [])
  return useStore(hasInput)
}
