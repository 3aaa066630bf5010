import type { Session } from '@supabase/supabase-js'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type Location, MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { Providers } from '@/app/providers'
import { loadPage, Pages } from '@/app/router'
import { isLoginPopup } from '@/config/paths'
import type { Services } from '@/lib/services'
import { createFakeServices } from './fake-services'

interface RenderAppOptions {
  /** Path, with query where it matters. */
  route: string
  /** Found in storage on loading the page. */
  session?: Session | null
  /** The answer of `get_user_credits`. */
  credits?: number
  /** Replaces single fakes. */
  services?: Partial<Services>
  /** Gives answers before the app asks. */
  prepare?: (fakes: ReturnType<typeof createFakeServices>) => void
}

/** Renders the whole app at an address, on fakes; the fakes come back for setting answers and reading calls. */
export function renderApp({ route, session = null, credits = 0, services, prepare }: RenderAppOptions) {
  const fakes = createFakeServices({ session, credits })
  prepare?.(fakes)
  const router = new RouterSpy()
  const view = render(
    <Providers
      services={{ ...fakes.services, ...services }}
      isLoginPopup={isLoginPopup(new URL(route, 'https://site.test'))}
    >
      <MemoryRouter initialEntries={[route]} useTransitions={false}>
        <Spy router={router} />
        <Pages />
      </MemoryRouter>
    </Providers>,
  )
  const user = userEvent.setup()
  return { ...view, ...fakes, router, user }
}

/** The app's address, and a way to navigate without a link. */
class RouterSpy {
  private location: Location | undefined
  private navigateNow: NavigateFunction | undefined

  get state() {
    if (!this.location) throw new Error('The app is not rendered')
    return { location: this.location }
  }

  /** Resolves when the page's code is there. */
  async navigate(path: string) {
    await loadPage(path)
    this.navigateNow?.(path)
  }

  go(steps: number) {
    this.navigateNow?.(steps)
  }

  follow(location: Location, navigate: NavigateFunction) {
    this.location = location
    this.navigateNow = navigate
  }
}

function Spy({ router }: { router: RouterSpy }) {
  router.follow(useLocation(), useNavigate())
  return null
}
