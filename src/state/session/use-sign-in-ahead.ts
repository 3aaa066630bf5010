import { useServices } from '@/state/services-context'

/** Returns handlers for what leads to a sign-in: they load its code as soon as it is pointed at, focused or clicked. */
export function useSignInAhead() {
  const { loadSupabase } = useServices()
  // Whoever follows the session says that it did not arrive.
  const load = () => void loadSupabase().catch(() => undefined)
  return { onPointerEnter: load, onPointerDown: load, onFocus: load }
}
