import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { Skeleton } from '@/components/skeleton'
import { paths } from '@/config/paths'
import { useSession } from '@/state/session/use-session'
import { useSignInAhead } from '@/state/session/use-sign-in-ahead'
import { loadAccount } from './load-account'

export function HeaderAccount() {
  const { status, signInCode, isSignedIn } = useSession()
  const ahead = useSignInAhead()
  const { code: account } = useCode(loadAccount, isSignedIn)
  if (isSignedIn) return account ? <account.SignedInAccount /> : <AccountSkeleton />
  // Unknown: SignInNote says why.
  if (signInCode !== 'fine') return null
  if (status === 'loading') return <AccountSkeleton />
  return (
    <ButtonLink to={paths.login} variant="secondary" size="sm" {...ahead}>
      Login
    </ButtonLink>
  )
}

function AccountSkeleton() {
  return <Skeleton className="h-9 w-[min(4.25rem,29vw)] rounded-md noscript:hidden" />
}
