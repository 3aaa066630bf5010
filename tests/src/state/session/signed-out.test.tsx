// A visitor who stays signed out never loads the sign-in code.
import { readFileSync } from 'node:fs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { env } from '@/config/env'
import { ENTRY } from '@/lib/browser/storage'
import { createSupabaseLoader } from '@/lib/supabase/load-supabase'
import { getSessionEntry, hasStoredSession, onStoredSession } from '@/lib/supabase/stored-session'
import { createFakeSupabase } from '../../../support/app/fake-supabase'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

type Load = NonNullable<Parameters<typeof createSupabaseLoader>[1]>

/** Renders the app with the loader that it uses in browsers. */
function renderReal(route: string) {
  const supabase = createFakeSupabase({ credits: 7 })
  const load = vi.fn<Load>(async () => ({ createSupabase: () => supabase.client }))
  const loader = createSupabaseLoader(env, load)
  const app = renderApp({
    route,
    services: {
      ...loader,
      onStoredSession: (onStored) => onStoredSession(env, onStored),
      hasStoredSession: () => hasStoredSession(env),
    },
  })
  return { ...app, supabase, load }
}

const banner = async () => within(await screen.findByRole('banner'))
it('shows a sign-in link at once to a visitor, and loads no auth code', async () => {
  const { load } = renderReal('/pricing')
  expect((await banner()).getByRole('link', { name: 'Login' })).toBeInTheDocument()
  await screen.findByRole('heading', { name: 'Plans & Pricing' })
  expect(load).not.toHaveBeenCalled()
})

it('asks a visitor to log in before generating a video, and loads no auth code', async () => {
  const { load, user } = renderReal('/create-video')
  await user.type(await screen.findByRole('textbox', { name: 'Prompt' }), 'A reef')
  await user.click(screen.getByRole('button', { name: /^Generate Video/ }))
  expect(screen.getByText('Please login before generating a video')).toBeInTheDocument()
  expect(load).not.toHaveBeenCalled()
})

it.each(['pointerEnter', 'pointerDown', 'focus'] as const)('preloads the auth code on %s of Login', async (event) => {
  const { load } = renderReal('/pricing')
  const login = (await banner()).getByRole('link', { name: 'Login' })
  fireEvent[event](login)
  expect(load).toHaveBeenCalledTimes(1)
  await waitFor(() => expect((load.mock.results[0] as { type: string }).type).toBe('return'))
  expect(login).toBeInTheDocument()
})

it('finds a sign-out of another tab when a page that slept is shown', async () => {
  window.localStorage.setItem(getSessionEntry(env), '{}')
  const { supabase } = renderReal('/pricing')
  supabase.store(testSession())
  const menu = { name: 'Account menu for Ada Byron' }
  await (await banner()).findByRole('button', menu)
  // The other tab clears both entries, and this page hears neither event.
  supabase.store(null)
  window.localStorage.clear()
  fireEvent(document, new Event('visibilitychange'))
  expect(await (await banner()).findByRole('link', { name: 'Login' })).toBeInTheDocument()
  expect((await banner()).queryByRole('button', menu)).not.toBeInTheDocument()
})

it('finds a sign-in of another tab when a page that slept is shown', async () => {
  const { supabase } = renderReal('/pricing')
  await (await banner()).findByRole('link', { name: 'Login' })
  supabase.store(testSession())
  document.documentElement.dataset.visitor = ''
  window.localStorage.setItem(getSessionEntry(env), '{}')
  fireEvent(document, new Event('visibilitychange'))
  expect(await (await banner()).findByRole('button', { name: 'Account menu for Ada Byron' })).toBeInTheDocument()
  expect('visitor' in document.documentElement.dataset).toBe(false)
})

it('loads no auth code when another storage entry changes', async () => {
  const { load } = renderReal('/pricing')
  const login = await (await banner()).findByRole('link', { name: 'Login' })
  fireEvent(window, new StorageEvent('storage', { key: 'draft', newValue: '{}' }))
  expect(load).not.toHaveBeenCalled()
  expect(login).toBeInTheDocument()
})

it('signs out a user known only from local storage, without auth code', async () => {
  window.localStorage.setItem('user', JSON.stringify({ id: 'u', credits: 450 }))
  const { load, user, router } = renderReal('/pricing')
  expect(await (await banner()).findByText('450')).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Account menu for User' }))
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await (await banner()).findByRole('link', { name: 'Login' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
  expect(load).not.toHaveBeenCalled()
})

it.each([
  ['no entry', null, true],
  ['a session', getSessionEntry(env), false],
  ['a user', ENTRY.user, false],
  ['another entry', ENTRY.draft, true],
])("recognizes a visitor in the page's first script by the stored entries: %s", (_what, entry, isVisitor) => {
  delete document.documentElement.dataset.visitor
  if (entry) window.localStorage.setItem(entry, '{}')
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  new Function(readFileSync('public/start.js', 'utf8'))()
  window.takeEarlyClicks?.(document.body)
  expect('visitor' in document.documentElement.dataset).toBe(isVisitor)
})

it('loads the auth code at once if a session is stored', async () => {
  window.localStorage.setItem(getSessionEntry(env), '{}')
  const { load } = renderReal('/pricing')
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
})
