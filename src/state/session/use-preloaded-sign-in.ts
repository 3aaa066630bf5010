import { useServices } from '@/state/services-context'

/** Returns handlers for links to a sign-in. They load its code as soon as a link is pointed at, focused, or clicked. */
export function usePreloadedSignIn() {
  const { loadSupabase } = useServices()
  // Whoever follows the session says that it did not arrive.
  const load = () => void loadSupabase().catch(() => undefined)
  return { onPointerEnter: load, onPointerDown: load, onFocus: load }
}
