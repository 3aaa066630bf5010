import { CreditCard } from 'lucide-react'
import { useId } from 'react'
import { Avatar } from '@/components/avatar'
import { Skeleton } from '@/components/skeleton'
import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useSession } from '@/state/session/use-session'
import { SignOutButton } from './sign-out-button'

export function SignedInAccount() {
  return (
    <>
      <HeaderCredits />
      <AccountMenu />
    </>
  )
}

/** The account entries of the full-screen menu. */
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

function HeaderCredits() {
  const { credits, status, pending } = useCredits()
  const { localUser } = useSession()
  const isUnknown = status === 'idle' || (status === 'loading' && localUser === null)
  return (
    <p
      className="flex min-h-9 min-w-0 items-center gap-[min(0.5rem,2vw)] rounded-full border border-hairline bg-panel/70 px-[min(0.75rem,3vw)] text-sm text-text tabular-nums"
      title={status === 'stale' ? 'Last known balance' : undefined}
    >
      <CreditCard aria-hidden="true" className="size-[min(1rem,5vw)] shrink-0 text-amber" />
      {isUnknown ? (
        <Skeleton className="h-4 w-9" />
      ) : (
        <span key={credits}>
          {formatCredits(credits)}
          <span className="sr-only"> credits</span>
        </span>
      )}
      {pending > 0 && (
        <span key={pending} className="border-l border-hairline pl-2 text-amber">
          −{formatCredits(pending)}
          <span className="max-sm:sr-only"> pending</span>
        </span>
      )}
    </p>
  )
}

/** The account menu. It has no name for a user that is known from local storage alone. */
function AccountMenu() {
  const { profile } = useSession()
  const panelId = useId()
  const name = profile?.name ?? 'User'
  return (
    <>
      <button
        type="button"
        popoverTarget={panelId}
        aria-label={`Account menu for ${name}`}
        className="flex min-h-[min(2.5rem,12vw)] shrink-0 items-center gap-2 rounded-full border border-hairline bg-panel/70 p-1 text-sm transition-colors duration-150 [anchor-name:--account] hover:border-edge hover:bg-raise nav:pl-3.5"
      >
        <span className="hidden max-w-32 truncate nav:block">{name}</span>
        <Avatar
          name={name}
          picture={profile?.picture ?? null}
          className="size-[min(1.75rem,9vw)] text-[min(0.75rem,4vw)]"
        />
      </button>
      <div id={panelId} popover="auto" className="menu menu-account">
        <div className="max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg border border-hairline bg-panel shadow-float">
          <div className="border-b border-hairline px-4 py-3.5 wrap-anywhere">
            <p className="line-clamp-3 wide text-[0.9375rem]">{name}</p>
            {profile?.email && <p className="line-clamp-4 text-sm text-soft">{profile.email}</p>}
          </div>
          <div className="p-2">
            <SignOutButton />
          </div>
        </div>
      </div>
    </>
  )
}
