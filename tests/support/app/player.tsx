import { render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { Player } from '@/components/player/player'

export const getVideo = (name = 'A video') => screen.getByLabelText<HTMLVideoElement>(name)
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name })

/** Renders a player, and waits for its controls. */
export async function openPlayer(props: Partial<ComponentProps<typeof Player>> = {}) {
  const view = render(<Player src="https://files.test/a.mp4" label="A video" hasSound={false} {...props} />)
  await screen.findAllByRole('slider', { name: 'Seek' })
  return view
}
