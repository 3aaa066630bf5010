import { useServices } from '@/state/services-context'

/** Returns handlers for sign-in links. They preload the sign-in code on hover, focus, or press. */
export function usePreloadedSignIn() {
  const { loadSupabase } = useServices()
  // The session store reports code that couldn't load.
  const load = () => void loadSupabase().catch(() => undefined)
  return { onPointerEnter: load, onPointerDown: load, onFocus: load }
}
