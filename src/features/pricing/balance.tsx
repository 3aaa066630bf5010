import { useCode } from '@/components/hooks/use-code'
import { useSession } from '@/state/session/use-session'

const loadBalance = () => import('./known-balance')

export function Balance() {
  const { isSignedIn } = useSession()
  const { code } = useCode(loadBalance, isSignedIn)
  return isSignedIn && code ? <code.KnownBalance /> : null
}
