import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../../../support/app/render-app'

const loaded = vi.hoisted(() => vi.fn())
vi.mock('@/features/generator/form/prompt-phrases', async (original) => {
  loaded()
  return original()
})

it("loads the prompt's details with the first focus of the form, so that they work offline", async () => {
  const { user } = renderApp({ route: '/create-video' })
  const prompt = await screen.findByRole('textbox', { name: 'Prompt' })
  expect(loaded).not.toHaveBeenCalled()
  await user.click(prompt)
  await vi.waitFor(() => expect(loaded).toHaveBeenCalled())
})
