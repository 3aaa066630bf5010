import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'

async function header(options: Parameters<typeof renderApp>[0]) {
  const app = renderApp(options)
  return { ...app, banner: within(await screen.findByRole('banner')) }
}

describe('Account in the header', () => {
  it("links the header's balance to the statement if the page has one, and to Pricing otherwise", async () => {
    const { banner, user, router } = await header({ route: '/video-effects', session: testSession(), credits: 2480 })
    const pill = await banner.findByRole('link', { name: /^2,480/ })
    expect(pill).toHaveAttribute('href', '/pricing')
    await act(() => router.navigate('/create-video'))
    await waitFor(() => expect(pill).toHaveAttribute('href', '/create-video#statement'))
    await user.click(pill)
    expect(router.state.location).toMatchObject({ pathname: '/create-video', hash: '#statement' })
  })

  it('leads from the account menu to videos, statement, account, and prices, and closes the menu', async () => {
    const { banner, user, router } = await header({ route: '/video-effects', session: testSession() })
    const open = await banner.findByRole('button', { name: 'Account menu for Ada Byron' })
    await user.click(open)
    const menu = within(
      banner.getByText('ada@example.com', { selector: 'div[popover] p' }).closest('[popover]') as HTMLElement,
    )
    expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Your videos', '/videos'],
      ['Credits', '/create-video#statement'],
      ['Cast', '/cast'],
      ['Account', '/account'],
      ['Pricing', '/pricing'],
    ])
    await user.click(menu.getByRole('link', { name: 'Your videos' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Your videos' })).toBeInTheDocument())
    expect(menu.queryByRole('link')).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/videos')
  })

  it('hides the statement link in the account menu without a session', async () => {
    window.localStorage.setItem('user', JSON.stringify({ id: 'u', credits: 450 }))
    const { banner } = await header({ route: '/create-video' })
    expect(await banner.findByRole('link', { name: /^450/ })).toHaveAttribute('href', '/pricing')
    const links = [...document.querySelectorAll('.menu-account a')].map(({ textContent }) => textContent)
    expect(links).toEqual(['Your videos', 'Cast', 'Account', 'Pricing'])
  })
})
