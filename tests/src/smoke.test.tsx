import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../support/app/render-app'

it('renders', async () => {
  renderApp({ route: '/create-video' })
  expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  await expect.poll(() => document.title).not.toBe('')
})
