import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { loadTransport } from '@/lib/http/create-http'
import { renderApp } from '../../../../support/app/render-app'

vi.mock('@/lib/http/create-http', async (original) => ({
  ...(await original<typeof import('@/lib/http/create-http')>()),
  loadTransport: vi.fn(async () => ({})),
}))

it('brings what sends the job with the first focus of the form, and not before', async () => {
  const { user } = renderApp({ route: '/create-video' })
  const prompt = await screen.findByRole('textbox', { name: 'Prompt' })
  expect(loadTransport).not.toHaveBeenCalled()
  await user.click(prompt)
  expect(loadTransport).toHaveBeenCalled()
})
