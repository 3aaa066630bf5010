import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { promptOf, SCENES } from '@/features/effects/kissing/scenes'
import { renderApp } from '../../../support/app/render-app'

async function open() {
  const app = renderApp({ route: '/ai-french-kissing' })
  await screen.findByRole('heading', { level: 1, name: 'AI French Kissing Video Generator' })
  return { ...app, main: within(screen.getByRole('main')) }
}

it('leads to /text-to-video, which is the generator', async () => {
  const { main, user, router } = await open()
  const link = main.getByRole('link', { name: 'Describe the scene' })
  expect(link).toHaveAttribute('href', '/text-to-video')
  await user.click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/create-video'))
})

it('says that every adult in a picture must have agreed, and where that is agreed', async () => {
  const { main } = await open()
  expect(main.getByText(/^Every adult in a picture must have agreed/)).toBeInTheDocument()
  expect(main.getByText(/^Adults only\./)).toBeInTheDocument()
  expect(main.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms-of-service')
})

it('has scenes to copy as one prompt', async () => {
  const { main, user } = await open()
  await user.click(main.getAllByRole('button', { name: 'Copy prompt' })[0] as HTMLElement)
  const [scene] = SCENES
  if (!scene) throw new Error('no scene')
  expect(await navigator.clipboard.readText()).toBe(promptOf(scene))
  expect(promptOf(scene)).toMatch(/^Railway platform, early morning\. Two adults .+ Sound: /)
})
