import { Link, NavLink } from 'react-router-dom'
import { Logo } from '@/app/logo'
import { classNames } from '@/components/class-names'
import { MOVING } from '@/components/page-move'
import { env } from '@/config/env'
import { NAVIGATION } from '@/config/navigation'
import { paths } from '@/config/paths'
import { useSession } from '@/state/session/use-session'
import { HeaderAccount } from './header-account'
import { MobileMenu } from './mobile-menu'
import { navLinkClass } from './nav-link-class'
import { ToolsMenu } from './tools-menu'
import { useScrolledPast } from './use-scrolled-past'

const SOLID_AFTER_PX = 50

export function Header() {
  const { isSignedIn } = useSession()
  const isSolid = useScrolledPast(SOLID_AFTER_PX)
  return (
    <header
      data-solid={isSolid}
      className={classNames(
        'fixed inset-x-0 top-0 z-40 border-b transition-colors duration-200 [view-transition-name:header]',
        isSolid ? 'border-hairline bg-ink' : 'border-transparent',
      )}
    >
      <div className="frame flex h-header items-center gap-[min(0.75rem,3vw)] nav:gap-8">
        <Link
          to={paths.home}
          aria-label={`${env.siteName}, home`}
          {...MOVING}
          className="flex min-w-0 shrink items-center rounded-sm"
        >
          {/* On the narrowest screens the balance takes the space of the name. */}
          <Logo nameClass={isSignedIn ? 'max-[26rem]:sr-only' : ''} />
        </Link>
        <nav aria-label="Main" className="hidden h-full nav:block">
          <ul className="flex h-full items-stretch gap-6 py-2 text-[0.9375rem]">
            {NAVIGATION.map((entry) => (
              <li key={entry.label} className="flex">
                {'links' in entry ? (
                  <ToolsMenu {...entry} />
                ) : (
                  <NavLink to={entry.to} end className={navLinkClass} {...MOVING}>
                    {entry.label}
                  </NavLink>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-[min(0.5rem,2vw)] nav:gap-3">
          <HeaderAccount />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
