import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Clip } from '@/components/footage/clip'
import { showInWindow } from '../../support/app/intersection'

const SILENT = { src: '/videos/a.mp4', poster: '/images/posters/a.jpg', label: 'Waves at night' }

const video = () => screen.queryByLabelText<HTMLVideoElement>('Waves at night')
const box = (view: { container: HTMLElement }) => {
  const root = view.container.firstElementChild
  if (!root) throw new Error('nothing was rendered')
  return root
}
const show = (view: { container: HTMLElement }, ratio: number) => act(() => showInWindow(box(view), ratio))

beforeEach(() => {
  Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
})

it('fetches nothing before it plays, plays muted at its threshold and pauses out of view', () => {
  const view = render(<Clip {...SILENT} />)
  expect(video()).toHaveAttribute('src', '/videos/a.mp4')
  expect(video()).toHaveAttribute('poster', '/images/posters/a.jpg')
  expect(video()).toHaveAttribute('preload', 'none')
  show(view, 0.1)
  expect(video()?.paused).toBe(true)
  show(view, 0.3)
  expect(video()?.paused).toBe(false)
  expect(video()).toHaveProperty('muted', true)
  expect(video()).toHaveProperty('loop', true)
  show(view, 0)
  expect(video()?.paused).toBe(true)
  show(view, 1)
  expect(video()?.paused).toBe(false)
})

it('stays paused for a person who paused it, also when it comes back into view', () => {
  const view = render(<Clip {...SILENT} />)
  show(view, 1)
  fireEvent.click(screen.getByRole('button', { name: 'Pause: Waves at night' }))
  expect(video()?.paused).toBe(true)
  show(view, 0)
  show(view, 1)
  expect(video()?.paused).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Play: Waves at night' }))
  expect(video()?.paused).toBe(false)
})

it('waits for its button where less motion is wished for', () => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('reduced-motion') }) as unknown as MediaQueryList
  const view = render(<Clip {...SILENT} />)
  show(view, 1)
  expect(video()?.paused).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Play: Waves at night' }))
  expect(video()?.paused).toBe(false)
})

it('waits for its button where the person saves data', () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  try {
    const view = render(<Clip {...SILENT} />)
    show(view, 1)
    expect(video()?.paused).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Play: Waves at night' }))
    expect(video()?.paused).toBe(false)
  } finally {
    Reflect.deleteProperty(navigator, 'connection')
  }
})

it('leaves its poster when the file is missing, and nothing broken when the poster is missing too', () => {
  const view = render(<Clip {...SILENT} hasSound />)
  const clip = video()
  if (!clip) throw new Error('no video')
  fireEvent.error(clip)
  expect(video()).not.toBeInTheDocument()
  expect(screen.getByText('This clip could not be loaded.')).toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  const poster = view.container.querySelector('img')
  if (!poster) throw new Error('no poster')
  expect(poster).toHaveAttribute('src', '/images/posters/a.jpg')
  fireEvent.error(poster)
  expect(view.container.querySelector('img')).toBeNull()
})

it('turns the sound on over the picture, and then only in one clip', () => {
  const first = render(<Clip {...SILENT} hasSound />)
  const second = render(<Clip {...SILENT} label="Rain" hasSound />)
  show(first, 1)
  show(second, 1)
  expect(video()).toHaveAttribute('controls')
  fireEvent.click(screen.getByRole('button', { name: 'Turn sound on: Waves at night' }))
  expect(video()).toHaveProperty('muted', false)
  expect(screen.queryByRole('button', { name: /Waves at night/ })).not.toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Turn sound on: Rain' }))
  expect(screen.getByLabelText('Rain')).toHaveProperty('muted', false)
  expect(video()).toHaveProperty('muted', true)
  expect(screen.getByRole('button', { name: 'Turn sound on: Waves at night' })).toBeInTheDocument()
})

it('has buttons of its own for playing and for its sound, both ways, where it is bare', () => {
  const view = render(<Clip {...SILENT} hasSound isBare />)
  show(view, 1)
  expect(video()).not.toHaveAttribute('controls')
  fireEvent.click(screen.getByRole('button', { name: 'Turn sound on: Waves at night' }))
  expect(video()).toHaveProperty('muted', false)
  fireEvent.click(screen.getByRole('button', { name: 'Turn sound off: Waves at night' }))
  expect(video()).toHaveProperty('muted', true)
  fireEvent.click(screen.getByRole('button', { name: 'Pause: Waves at night' }))
  expect(video()?.paused).toBe(true)
})
