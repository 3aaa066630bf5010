import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'

const session = testSession()

async function header(options: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const app = renderApp({ route: '/', ...options })
  const banner = await screen.findByRole('banner')
  return { ...app, banner, nav: within(banner).getByRole('navigation', { name: 'Main' }) }
}

describe('signed out', () => {
  it('has the logo, the links in order, and a way to sign in', async () => {
    const { banner, nav } = await header()
    expect(within(banner).getByRole('link', { name: 'Soundreel, home' })).toHaveAttribute('href', '/')
    expect(within(nav).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    expect(within(nav).getByRole('button', { name: 'AI Tools' })).toBeInTheDocument()
    expect(within(nav).getByRole('link', { name: 'Video Effects' })).toHaveAttribute('href', '/video-effects')
    expect(within(nav).getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing')
    expect(await within(banner).findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(within(banner).queryByRole('button', { name: /Account/ })).not.toBeInTheDocument()
  })

  it('marks the page one is on', async () => {
    const { nav, user } = await header()
    expect(within(nav).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await user.click(within(nav).getByRole('link', { name: 'Pricing' }))
    await waitFor(() =>
      expect(within(nav).getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page'),
    )
    expect(within(nav).getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
  })
})

it('is transparent at the top and solid past 50 px', async () => {
  const { banner } = await header()
  const scrollTo = (y: number) =>
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
      window.dispatchEvent(new Event('scroll'))
    })
  expect(banner).toHaveAttribute('data-solid', 'false')
  scrollTo(50)
  expect(banner).toHaveAttribute('data-solid', 'false')
  scrollTo(51)
  expect(banner).toHaveAttribute('data-solid', 'true')
  scrollTo(0)
  expect(banner).toHaveAttribute('data-solid', 'false')
})

describe('AI Tools', () => {
  const tool = () => screen.queryByRole('link', { name: /^Video Generator/ })

  it('opens under the mouse and closes behind it', async () => {
    const { nav, user } = await header()
    const button = within(nav).getByRole('button', { name: 'AI Tools' })
    expect(tool()).not.toBeInTheDocument()
    await user.hover(button)
    expect(tool()).toHaveAttribute('href', '/create-video')
    await user.unhover(button)
    await waitFor(() => expect(tool()).not.toBeInTheDocument())
  })

  it('stays open under the first press of the mouse that opened it', async () => {
    const { nav, user } = await header()
    const button = within(nav).getByRole('button', { name: 'AI Tools' })
    await user.click(button)
    expect(tool()).toBeInTheDocument()
    await user.click(button)
    expect(tool()).not.toBeInTheDocument()
  })

  it('opens by keyboard, and Escape closes it and gives the focus back', async () => {
    const { nav, user } = await header()
    const button = within(nav).getByRole('button', { name: 'AI Tools' })
    act(() => button.focus())
    await user.keyboard('{Enter}')
    await user.tab()
    expect(tool()).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(tool()).not.toBeInTheDocument()
    expect(button).toHaveFocus()
  })

  it('opens by touch, and a touch elsewhere closes it', async () => {
    const { nav, user } = await header()
    const button = within(nav).getByRole('button', { name: 'AI Tools' })
    await user.pointer({ keys: '[TouchA]', target: button })
    expect(tool()).toBeInTheDocument()
    await user.pointer({ keys: '[TouchA]', target: screen.getByText(/^©/) })
    expect(tool()).not.toBeInTheDocument()
  })

  it('closes when the focus goes on', async () => {
    const { nav, user } = await header()
    act(() => within(nav).getByRole('button', { name: 'AI Tools' }).focus())
    await user.keyboard('{Enter}')
    await user.tab()
    await user.tab()
    expect(tool()).not.toBeInTheDocument()
  })

  it('leads to the generator and closes', async () => {
    const { nav, user, router } = await header()
    await user.hover(within(nav).getByRole('button', { name: 'AI Tools' }))
    await user.click(screen.getByRole('link', { name: /^Video Generator/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/create-video'))
    expect(tool()).not.toBeInTheDocument()
  })
})

describe('signed in', () => {
  it('shows the credits, and behind the avatar the name, the e-mail and the way out', async () => {
    const { banner, user } = await header({ session, credits: 2480 })
    expect(await within(banner).findByText('2,480')).toBeInTheDocument()
    expect(within(banner).queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    expect(screen.queryByText('ada@example.com', { selector: '[popover] p' })).not.toBeVisible()
    await user.click(within(banner).getByRole('button', { name: 'Account of Ada Byron' }))
    expect(screen.getByText('ada@example.com', { selector: '[popover] p' })).toBeVisible()
    expect(screen.getByText('Ada Byron', { selector: '[popover] p' })).toBeVisible()
    expect(within(banner).getByRole('button', { name: 'Sign out' })).toBeVisible()
  })

  it('signs out, clears the local user and returns home', async () => {
    const { banner, user, router, supabase } = await header({ route: '/pricing', session, credits: 2480 })
    await within(banner).findByText('2,480')
    await user.click(within(banner).getByRole('button', { name: 'Account of Ada Byron' }))
    await user.click(within(banner).getByRole('button', { name: 'Sign out' }))
    expect(await within(banner).findByRole('link', { name: 'Login' })).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/')
    expect(supabase.auth.signOut).toHaveBeenCalledTimes(1)
    expect(window.localStorage.getItem('user')).toBeNull()
    expect(window.localStorage.getItem('token')).toBeNull()
  })

  it('leaves the focus on the page that stays, as the menu with the button is gone', async () => {
    const { banner, user } = await header({ session, credits: 2480 })
    await within(banner).findByText('2,480')
    await user.click(within(banner).getByRole('button', { name: 'Account of Ada Byron' }))
    await user.click(within(banner).getByRole('button', { name: 'Sign out' }))
    expect(await within(banner).findByRole('link', { name: 'Login' })).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('falls back to the initial when the picture does not load', async () => {
    const withPicture = testSession({ picture: 'https://lh3.googleusercontent.com/ada.png' })
    const { banner } = await header({ session: withPicture })
    await within(banner).findByRole('button', { name: 'Account of Ada Byron' })
    const picture = banner.querySelector('img')
    if (!picture) throw new Error('no picture')
    expect(picture).toHaveAttribute('src', 'https://lh3.googleusercontent.com/ada.png')
    expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer')
    fireEvent.error(picture)
    expect(banner.querySelector('img')).toBeNull()
    expect(within(banner).getByText('A', { selector: 'span' })).toBeInTheDocument()
  })
})

describe('the menu of small screens', () => {
  it('has the same links, and closes on one', async () => {
    const { banner, user, router } = await header()
    await within(banner).findByRole('link', { name: 'Login' })
    await user.click(within(banner).getByRole('button', { name: 'Open menu' }))
    const menu = screen.getByRole('dialog', { name: 'Menu' })
    const links = within(within(menu).getByRole('navigation')).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/create-video', '/video-effects', '/pricing'])
    expect(within(menu).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    await user.click(within(menu).getByRole('link', { name: 'Pricing' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/pricing'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('is a modal dialog, whose button says whether it is open', async () => {
    const { banner, user } = await header()
    const button = within(banner).getByRole('button', { name: 'Open menu' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getByRole('dialog')).toHaveAttribute('data-modal')
    await user.click(screen.getByRole('button', { name: 'Close menu' }))
    expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  it('keeps the focus inside, both ways round', async () => {
    const { banner, user } = await header()
    await within(banner).findByRole('link', { name: 'Login' })
    await user.click(within(banner).getByRole('button', { name: 'Open menu' }))
    const menu = within(screen.getByRole('dialog'))
    act(() => menu.getByRole('link', { name: 'Login' }).focus())
    await user.tab()
    expect(menu.getByRole('button', { name: 'Close menu' })).toHaveFocus()
    await user.tab({ shift: true })
    expect(menu.getByRole('link', { name: 'Login' })).toHaveFocus()
  })

  it('signs out', async () => {
    const { banner, user, router } = await header({ route: '/pricing', session, credits: 9 })
    await within(banner).findByText('9')
    await user.click(within(banner).getByRole('button', { name: 'Open menu' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('closes when the window grows to where the links are', async () => {
    const media = Object.assign(new EventTarget(), { matches: false, media: '' })
    window.matchMedia = () => media as unknown as MediaQueryList
    const { banner, user } = await header()
    await user.click(within(banner).getByRole('button', { name: 'Open menu' }))
    media.matches = true
    act(() => media.dispatchEvent(new Event('change')))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
