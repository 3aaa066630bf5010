import { useId } from 'react'
import { Avatar } from '@/components/avatar'
import { useSession } from '@/state/session/use-session'
import { SignOutButton } from './sign-out-button'
import { useDisclosure } from './use-disclosure'

/** Who is signed in, and the way out. A person known from local storage alone has no name here. */
export function AccountMenu() {
  const { profile } = useSession()
  const { isOpen, setIsOpen, root, button } = useDisclosure<HTMLDivElement>()
  const panelId = useId()
  const name = profile?.name ?? 'User'
  return (
    <div ref={root} className="nav:relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={`Account of ${name}`}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 items-center gap-2 rounded-full border border-hairline bg-panel/70 p-1 text-sm transition-colors duration-150 hover:border-edge hover:bg-raise nav:pl-3.5"
      >
        <span className="hidden max-w-32 truncate nav:block">{name}</span>
        <Avatar name={name} picture={profile?.picture ?? null} />
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute top-full right-4 w-72 max-w-[calc(100vw-2rem)] nav:right-0 nav:mt-2 animate-rise rounded-lg border border-hairline bg-panel shadow-float"
      >
        <div className="border-b border-hairline px-4 py-3.5">
          <p className="truncate wide text-[0.9375rem]" title={name}>
            {name}
          </p>
          {profile?.email && (
            <p className="truncate text-sm text-soft" title={profile.email}>
              {profile.email}
            </p>
          )}
        </div>
        <div className="p-2">
          <SignOutButton onDone={() => setIsOpen(false)} />
        </div>
      </div>
    </div>
  )
}
