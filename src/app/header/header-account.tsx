import { lazy, Suspense } from 'react'
import { ButtonLink } from '@/components/button-link'
import { Skeleton } from '@/components/skeleton'
import { paths } from '@/config/paths'
import { useSession } from '@/state/session/use-session'
import { useSignInAhead } from '@/state/session/use-sign-in-ahead'

/** Left out where its code does not arrive. */
const SignedInAccount = lazy(async () => {
  const code = await import('./signed-in-account').catch(() => null)
  return { default: code?.SignedInAccount ?? Nothing }
})

function Nothing() {
  return null
}

export function HeaderAccount() {
  const { status, signInCode, isSignedIn } = useSession()
  const ahead = useSignInAhead()
  if (isSignedIn) {
    return (
      <Suspense fallback={<AccountSkeleton />}>
        <SignedInAccount />
      </Suspense>
    )
  }
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
