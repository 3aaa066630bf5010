import { Clapperboard, CreditCard, Tag, UserRound, UsersRound } from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Avatar } from '@/components/avatar'
import { ButtonLink } from '@/components/button-link'
import { Skeleton } from '@/components/skeleton'
import { paths, statementPath } from '@/config/paths'
import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useServices } from '@/state/services-context'
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

export function MenuAccount({ onDone }: { onDone: () => void }) {
  const { profile } = useSession()
  return (
    <>
      <p className="wide wrap-anywhere">{profile?.name ?? 'User'}</p>
      {profile?.email && <p className="mb-3 text-sm wrap-anywhere text-soft">{profile.email}</p>}
      <div className="-ml-[min(0.875rem,4vw)] grid">
        <AccountLinks onDone={onDone} isInMenu />
        <SignOutButton onDone={onDone} />
      </div>
    </>
  )
}

function HeaderCredits() {
  const { credits, status, pending } = useCredits()
  const { localUser, userId } = useSession()
  const hasStatement = useHasStatement()
  const isHere = useLocation().pathname === paths.createVideo && hasStatement
  const isUnknown = status === 'idle' || (status === 'loading' && localUser?.id !== userId)
  return (
    <Link
      to={isHere ? statementPath : paths.pricing}
      className="flex min-h-9 min-w-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 items-center gap-[min(0.5rem,2vw)] rounded-full border border-hairline bg-panel/70 px-[min(0.75rem,3vw)] text-sm text-text tabular-nums transition-colors duration-150 hover:border-edge hover:bg-raise"
      title={status === 'stale' ? 'Last known balance' : isHere ? 'See your statement' : 'See plans and pricing'}
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
    </Link>
  )
}

/** The account menu. It shows no name while the user is known only from local storage. */
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
        className="flex min-h-[min(2.5rem,12vw)] shrink-0 items-center justify-center gap-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 rounded-full border border-hairline bg-panel/70 p-1 text-sm transition-colors duration-150 [anchor-name:--account] hover:border-edge hover:bg-raise nav:pl-3.5"
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
          <div className="grid p-2">
            <AccountLinks onDone={() => document.getElementById(panelId)?.hidePopover()} />
            <SignOutButton />
          </div>
        </div>
      </div>
    </>
  )
}

interface AccountLinksProps {
  /** Closes the menu. */
  onDone: () => void
  /**
   * Whether the entries are in the full-screen menu. That menu already lists the other pages, and its links replace its
   * history entry.
   */
  isInMenu?: boolean
}

function AccountLinks({ onDone, isInMenu = false }: AccountLinksProps) {
  const hasStatement = useHasStatement()
  const links = [
    { to: paths.videos, label: 'Your videos', Icon: Clapperboard },
    ...(hasStatement ? [{ to: statementPath, label: 'Credits', Icon: CreditCard }] : []),
    { to: paths.cast, label: 'Cast', Icon: UsersRound },
    { to: paths.account, label: 'Account', Icon: UserRound },
    ...(isInMenu ? [] : [{ to: paths.pricing, label: 'Pricing', Icon: Tag }]),
  ]
  return links.map(({ to, label, Icon }) => (
    <ButtonLink
      key={label}
      to={to}
      replace={isInMenu}
      onClick={onDone}
      variant="quiet"
      size="sm"
      className="min-h-11 w-full justify-start"
    >
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </ButtonLink>
  ))
}

/** Returns whether the user has a statement. It needs a session and a server that stores jobs. */
function useHasStatement(): boolean {
  const { session } = useSession()
  const { videoMode } = useServices()
  return session !== null && videoMode !== 'direct'
}
