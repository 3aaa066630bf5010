import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../../support/app/render-app'

const TITLE = 'AI Video Effects & Templates'

async function open() {
  const app = renderApp({ route: '/video-effects' })
  await screen.findByRole('heading', { level: 1, name: TITLE })
  return { ...app, main: within(screen.getByRole('main')) }
}

it('has a title of its own, and puts the former one back on leaving', async () => {
  const { user, router } = renderApp({ route: '/' })
  await screen.findByRole('heading', { level: 1 })
  const before = document.title
  const nav = within(screen.getByRole('navigation', { name: 'Main' }))
  await user.click(nav.getByRole('link', { name: 'Video Effects' }))
  await waitFor(() => expect(document.title).toBe(`${TITLE} | Soundreel`))
  await user.click(nav.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await waitFor(() => expect(document.title).toBe(before))
})

it('has the categories as pills, several marked NEW', async () => {
  const { main } = await open()
  const pills = within(main.getByRole('group', { name: 'Categories' })).getAllByRole('button')
  expect(pills.map((pill) => pill.textContent.replace(/ (NEW)?$/, ''))).toEqual([
    'All',
    'Interaction',
    'Appearance',
    'Emotions',
    'Entertainment',
    'Hero/Villain',
    'Horror/Fantasy',
    'Xmas',
    'Others',
  ])
  const marked = pills.filter((pill) => pill.textContent.endsWith(' NEW')).map((pill) => pill.textContent.slice(0, -4))
  expect(marked).toEqual(['Interaction', 'Hero/Villain', 'Xmas'])
})

it('turns a pill on and off, each by itself, and filters nothing', async () => {
  const { main, user } = await open()
  const pills = within(main.getByRole('group', { name: 'Categories' })).getAllByRole('button')
  const effects = () => main.getAllByRole('article').map((article) => article.textContent)
  const all = effects()
  for (const pill of pills) {
    const before = pill.getAttribute('aria-pressed')
    await user.click(pill)
    expect(pill).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
    expect(effects()).toEqual(all)
    await user.click(pill)
    expect(pill).toHaveAttribute('aria-pressed', before)
  }
})

it('leads to both effects: kissing is hot, ASMR is new, each with its footage', async () => {
  const { main } = await open()
  const cards = main.getAllByRole('article').map((card) => ({
    href: within(card).getByRole('link').getAttribute('href'),
    hot: within(card).queryByText('Hot') !== null,
    isNew: within(card).queryByText('New') !== null,
    poster: card.querySelector('video')?.getAttribute('poster'),
    isLoop: card.querySelector('video')?.loop,
  }))
  expect(cards).toEqual([
    { href: '/ai-french-kissing', hot: true, isNew: false, poster: '/images/posters/effect-kissing.jpg', isLoop: true },
    { href: '/asmr-video', hot: false, isNew: true, poster: '/images/posters/effect-asmr.jpg', isLoop: true },
  ])
})

it('has a banner whose button does nothing and says that it is coming soon', async () => {
  const { main, user, router } = await open()
  expect(main.getByRole('heading', { level: 2, name: 'Create AI Video Effects Instantly' })).toBeInTheDocument()
  const button = main.getByRole('button', { name: 'Create AI Video Now' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription('Coming soon')
  const page = screen.getByRole('main').innerHTML
  await user.click(button)
  expect(button).toHaveFocus()
  expect(router.state.location.pathname).toBe('/video-effects')
  expect(screen.getByRole('main').innerHTML).toBe(page)
})
