import { ButtonLink } from '@/components/button-link'
import { Skeleton } from '@/components/skeleton'
import { paths } from '@/config/paths'
import { useSession } from '@/state/session/use-session'
import { AccountMenu } from './account-menu'
import { HeaderCredits } from './header-credits'

/** The right end of the header: the way in, or what is held and who holds it. */
export function HeaderAccount() {
  const { status, isSignedIn } = useSession()
  if (isSignedIn) {
    return (
      <>
        <HeaderCredits />
        <AccountMenu />
      </>
    )
  }
  if (status === 'loading') return <Skeleton className="h-9 w-20 rounded-md" />
  return (
    <ButtonLink to={paths.login} variant="secondary" size="sm">
      Login
    </ButtonLink>
  )
}
