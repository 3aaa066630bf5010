import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/api-error'
import { reloadPage } from '@/lib/reload-page'
import { takeConsole } from '../../../support/app/console'
import { renderApp } from '../../../support/app/render-app'

vi.mock('@/lib/reload-page', () => ({ reloadPage: vi.fn() }))

it('loads the page again, once, when the code of the sign-in does not arrive', async () => {
  const error = takeConsole('error')
  const loadSupabase = () => Promise.reject(new NetworkError('network'))
  const first = renderApp({ route: '/', services: { loadSupabase } })
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1))
  first.unmount()
  renderApp({ route: '/', services: { loadSupabase } })
  await waitFor(() => expect(error).toHaveBeenCalledTimes(2))
  expect(reloadPage).toHaveBeenCalledTimes(1)
})
