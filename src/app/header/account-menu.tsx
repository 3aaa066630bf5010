import { useId } from 'react'
import { Avatar } from '@/components/avatar'
import { useSession } from '@/state/session/use-session'
import { SignOutButton } from './sign-out-button'

/** A user known from local storage alone has no name here. */
export function AccountMenu() {
  const { profile } = useSession()
  const panelId = useId()
  const name = profile?.name ?? 'User'
  return (
    <>
      <button
        type="button"
        popoverTarget={panelId}
        aria-label={`Account of ${name}`}
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
