import { useServices } from '@/state/services-context'

/** For what leads to a sign-in: its code is loaded as soon as that is pointed at, focused or clicked. */
export function useSignInAhead() {
  const { loadSupabase } = useServices()
  // Whoever follows the session says that it did not arrive.
  const load = () => void loadSupabase().catch(() => undefined)
  return { onPointerEnter: load, onPointerDown: load, onFocus: load }
}
