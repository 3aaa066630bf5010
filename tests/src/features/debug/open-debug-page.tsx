import { act, screen } from '@testing-library/react'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

export const session = testSession({ picture: 'https://lh3.googleusercontent.com/ada' })

/** The debug screen of Ada, or of what `options` say. */
export async function debugPage(options: Partial<Parameters<typeof renderApp>[0]> = { session, credits: 100 }) {
  const app = renderApp({ route: '/debug', ...options })
  await screen.findByRole('heading', { level: 1, name: '认证调试' })
  if (options.session) await screen.findByText('已登录')
  // Also what the page does after it is shown.
  await act(async () => {})
  return app
}

export const region = (name: string) => screen.getByRole('region', { name })

export const press = (name: string) => screen.getByRole('button', { name })
