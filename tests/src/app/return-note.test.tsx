import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'

const KEPT = 'Your prompt is kept. You can go back to it after you sign in.'
const session = testSession()

const back = () => screen.queryByRole('link', { name: 'Back to your prompt' })
const storeDraft = (prompt: string, owner: string | null = null) => {
  const draft = JSON.stringify({ fields: { prompt }, owner, tab: 'one', savedAt: Date.now() })
  window.sessionStorage.setItem('draft', draft)
}

/** Signs in from the generator, with this prompt in its form. */
async function signInFromGenerator(prompt: string) {
  const app = renderApp({ route: '/create-video' })
  const field = await screen.findByRole('textbox', { name: 'Prompt' })
  if (prompt) await app.user.type(field, prompt)
  await app.user.click(within(screen.getByRole('banner')).getAllByRole('link', { name: 'Login' })[0] as HTMLElement)
  await screen.findByRole('button', { name: 'Continue with Google' })
  return { ...app, finish: () => act(async () => app.supabase.emit('SIGNED_IN', session)) }
}

it('says on the sign-in page that the prompt is kept, and offers the way back to it on the home page', async () => {
  const { user, router, finish } = await signInFromGenerator('A reef at noon')
  expect(screen.getByText(KEPT)).toBeInTheDocument()
  await finish()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await screen.findByText("You're signed in, and your prompt is still here.")
  await user.click(screen.getByRole('link', { name: 'Back to your prompt' }))
  expect(await screen.findByRole('textbox', { name: 'Prompt' })).toHaveValue('A reef at noon')
  act(() => router.go(-1))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await screen.findByRole('link', { name: 'Try Now' })
  expect(back()).not.toBeInTheDocument()
})

it('ends the offer when it is closed', async () => {
  const { user, finish, router } = await signInFromGenerator('A reef at noon')
  await finish()
  await screen.findByRole('link', { name: 'Back to your prompt' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(back()).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
})

it('says nothing of a prompt that is empty', async () => {
  const { finish, router } = await signInFromGenerator('')
  expect(screen.queryByText(KEPT)).not.toBeInTheDocument()
  await finish()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await screen.findByRole('button', { name: 'Account menu for Ada Byron' })
  expect(back()).not.toBeInTheDocument()
})

it.each([
  ['the user came from another page', () => storeDraft('A reef'), '/pricing'],
  ["the prompt is another user's", () => storeDraft('A reef', 'somebody-else'), '/create-video'],
])('offers no way back if %s', async (_, prepare, from) => {
  prepare()
  const { user, supabase, router } = renderApp({ route: from })
  const login = (await within(await screen.findByRole('banner')).findAllByRole('link', { name: 'Login' }))[0]
  await user.click(login as HTMLElement)
  await screen.findByRole('button', { name: 'Continue with Google' })
  if (from === '/pricing') expect(screen.queryByText(KEPT)).not.toBeInTheDocument()
  await act(async () => supabase.emit('SIGNED_IN', session))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  await screen.findByRole('button', { name: 'Account menu for Ada Byron' })
  expect(back()).not.toBeInTheDocument()
})

it.each([
  [
    '/?error=access_denied&error_description=no',
    "Sign-in was canceled, and nothing was shared. Try again whenever you're ready.",
  ],
  ['/?error=server_error&error_code=500&plan=pro', "We couldn't sign you in. Please try again."],
  [
    '/#error=access_denied&error_description=no',
    "Sign-in was canceled, and nothing was shared. Try again whenever you're ready.",
  ],
])('says on the home page what the sign-in page says, and cleans the address: %s', async (route, sentence) => {
  const { router, user } = renderApp({ route })
  const note = (await screen.findByText(sentence)).parentElement as HTMLElement
  const { pathname, search, hash } = router.state.location
  expect(pathname + search + hash).toBe(route.includes('plan') ? '/?plan=pro' : '/')
  expect(within(note).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await user.click(within(note).getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(sentence)).not.toBeInTheDocument()
})

it('shows nothing else of such an address', async () => {
  renderApp({ route: '/?error=<b>Send%20money</b>&error_description=Send%20money' })
  await screen.findByText("We couldn't sign you in. Please try again.")
  expect(document.body.textContent).not.toContain('money')
})
