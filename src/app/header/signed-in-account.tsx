import { useSession } from '@/state/session/use-session'
import { AccountMenu } from './account-menu'
import { HeaderCredits } from './header-credits'
import { SignOutButton } from './sign-out-button'

export function SignedInAccount() {
  return (
    <>
      <HeaderCredits />
      <AccountMenu />
    </>
  )
}

/** The account in the full-screen menu. */
export function MenuAccount({ onDone }: { onDone: () => void }) {
  const { profile } = useSession()
  return (
    <>
      <p className="wide wrap-anywhere">{profile?.name ?? 'User'}</p>
      {profile?.email && <p className="mb-3 text-sm wrap-anywhere text-soft">{profile.email}</p>}
      <div className="-ml-[min(0.875rem,4vw)]">
        <SignOutButton onDone={onDone} />
      </div>
    </>
  )
}
