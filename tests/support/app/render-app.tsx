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
  /** The path, with a query if the test needs one. */
  route: string
  /** The session in storage when the page loads. */
  session?: Session | null
  /** The balance that `get_user_credits` returns. */
  credits?: number
  /** Services that replace single fakes. */
  services?: Partial<Services>
  /** Sets responses before the app sends requests. */
  prepare?: (fakes: ReturnType<typeof createFakeServices>) => void
}

/** Renders the whole app at a route, with fake services. Returns the fakes, to set responses and read calls. */
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

/** Exposes the app's current location, and navigates without a link. */
class RouterSpy {
  private location: Location | undefined
  private navigateNow: NavigateFunction | undefined

  get state() {
    if (!this.location) throw new Error('The app is not rendered')
    return { location: this.location }
  }

  /** Resolves when the page's code has loaded. */
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
