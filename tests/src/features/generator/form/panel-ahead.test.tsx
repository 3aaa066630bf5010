import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../../../support/app/render-app'

const loaded = vi.hoisted(() => vi.fn())
vi.mock('@/features/generator/stage/stage-job', async (original) => {
  loaded()
  return original()
})

it("loads the panel of a job with the first focus of the form, so that a deployment can't take it away before the click", async () => {
  const { user } = renderApp({ route: '/create-video' })
  const prompt = await screen.findByRole('textbox', { name: 'Prompt' })
  expect(loaded).not.toHaveBeenCalled()
  await user.click(prompt)
  await vi.waitFor(() => expect(loaded).toHaveBeenCalled())
})
