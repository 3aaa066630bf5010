import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Player } from '@/components/player/player'

vi.mock('@/components/player/controls', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

it("shows the browser's video controls if the player's own code fails to load", async () => {
  render(<Player src="/a.mp4" label="A video" hasSound />)
  const video = screen.getByLabelText('A video')
  expect(video).not.toHaveAttribute('controls')
  await waitFor(() => expect(video).toHaveAttribute('controls'))
  expect(video).toHaveAttribute('src', '/a.mp4')
})
