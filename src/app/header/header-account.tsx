import { ButtonLink } from '@/components/button-link'
import { Skeleton } from '@/components/skeleton'
import { paths } from '@/config/paths'
import { useSession } from '@/state/session/use-session'
import { useSignInAhead } from '@/state/session/use-sign-in-ahead'
import { AccountMenu } from './account-menu'
import { HeaderCredits } from './header-credits'

export function HeaderAccount() {
  const { status, signInCode, isSignedIn } = useSession()
  const ahead = useSignInAhead()
  if (isSignedIn) {
    return (
      <>
        <HeaderCredits />
        <AccountMenu />
      </>
    )
  }
  // Unknown: SignInNote says why.
  if (signInCode !== 'fine') return null
  if (status === 'loading') return <Skeleton className="h-9 w-[min(4.25rem,29vw)] rounded-md noscript:hidden" />
  return (
    <ButtonLink to={paths.login} variant="secondary" size="sm" {...ahead}>
      Login
    </ButtonLink>
  )
}
