import type { Session } from '@supabase/supabase-js'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { Providers } from '@/app/providers'
import { routes } from '@/app/router'
import { isLoginPopup } from '@/config/paths'
import type { Services } from '@/lib/services'
import { createFakeServices } from './fake-services'

interface RenderAppOptions {
  /** Path, with query where it matters. */
  route: string
  /** Found in storage on loading the page. */
  session?: Session | null
  /** What `get_user_credits` answers. */
  credits?: number
  /** Replaces single fakes. */
  services?: Partial<Services>
}

/** Renders the whole app at an address, on fakes; the fakes come back for setting answers and reading calls. */
export function renderApp({ route, session = null, credits = 0, services }: RenderAppOptions) {
  const fakes = createFakeServices({ session, credits })
  const router = createMemoryRouter(routes, { initialEntries: [route] })
  const view = render(
    <Providers
      services={{ ...fakes.services, ...services }}
      isLoginPopup={isLoginPopup(new URL(route, 'https://site.test'))}
    >
      <RouterProvider router={router} />
    </Providers>,
  )
  const user = userEvent.setup()
  return { ...view, ...fakes, router, user }
}
