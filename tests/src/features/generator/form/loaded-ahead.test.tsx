import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { loadTransport } from '@/lib/http/create-http'
import { renderApp } from '../../../../support/app/render-app'

const [details, panel] = vi.hoisted(() => [vi.fn(), vi.fn()])
vi.mock('@/features/generator/form/prompt-phrases', (original) => {
  details()
  return original()
})
vi.mock('@/features/generator/result-panel/panel-job', (original) => {
  panel()
  return original()
})
vi.mock('@/lib/http/create-http', async (original) => ({
  ...(await original<typeof import('@/lib/http/create-http')>()),
  loadTransport: vi.fn(async () => ({})),
}))

it("preloads prompt details, the transport, and the job panel on the form's first focus, against lost code later", async () => {
  const { user } = renderApp({ route: '/create-video' })
  const prompt = await screen.findByRole('textbox', { name: 'Prompt' })
  for (const loaded of [details, panel, loadTransport]) expect(loaded).not.toHaveBeenCalled()
  await user.click(prompt)
  await vi.waitFor(() => {
    for (const loaded of [details, panel, loadTransport]) expect(loaded).toHaveBeenCalled()
  })
})
