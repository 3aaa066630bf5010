import { useLocation } from 'react-router-dom'
import { FROM_GENERATOR, paths } from '@/config/paths'
import { usePreloadedSignIn } from '@/state/session/use-preloaded-sign-in'

/** Returns the properties of a link to the sign-in page. */
export function useLoginLink() {
  const { pathname } = useLocation()
  const state = pathname === paths.createVideo ? FROM_GENERATOR : null
  return { to: paths.login, state, ...usePreloadedSignIn() }
}
