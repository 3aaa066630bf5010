import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Clip } from '@/components/footage/clip'
import { Waveform } from '@/components/tracks/waveform'
import { Reveal } from '@/features/effects/asmr/reveal'
import { showInWindow } from '../../support/app/intersection'
import { askForLessData, askForLessMotion } from '../../support/app/platform'

describe('Clip', () => {
  const SILENT = { src: '/videos/a.mp4', poster: '/images/posters/a.jpg', label: 'Waves at night' }

  const video = () => screen.queryByLabelText<HTMLVideoElement>('Waves at night')
  const box = (view: { container: HTMLElement }) => {
    const root = view.container.firstElementChild
    if (!root) throw new Error('nothing was rendered')
    return root
  }
  const show = (view: { container: HTMLElement }, ratio: number) => act(() => showInWindow(box(view), ratio))

  it('loads no clip before it plays, plays it muted at its threshold, and pauses it out of view', () => {
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

  it('keeps a clip paused that the user paused, also when the clip returns into view', () => {
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

  it.each([
    ['motion', askForLessMotion],
    ['data', askForLessData],
  ])("waits for the clip's play button if the user prefers reduced %s", (_, ask) => {
    ask()
    const view = render(<Clip {...SILENT} />)
    show(view, 1)
    expect(video()?.paused).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Play: Waves at night' }))
    expect(video()?.paused).toBe(false)
  })

  it('has its own play and sound buttons on a clip without browser controls', () => {
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
})

describe('Reveal on scroll', () => {
  const state = () => screen.getByText('Words').getAttribute('data-shown')

  it('never hides content that is already in view', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, window.innerHeight - 40, 300, 400),
    )
    render(<Reveal threshold={0.3}>Words</Reveal>)
    expect(state()).toBe('true')
  })

  it("shows content at once if the browser can't report what is in view", () => {
    Reflect.deleteProperty(window, 'IntersectionObserver')
    render(<Reveal>Words</Reveal>)
    expect(state()).toBe('true')
  })
})

describe('Waveform', () => {
  const getBars = (path: Element | undefined) => path?.getAttribute('d')?.match(/M/g)?.length ?? 0

  it("lights the waveform's finished bars, and exposes the progress value", () => {
    render(<Waveform seed={1} bars={40} progress={0.25} label="Generating your video" />)
    const bar = screen.getByRole('progressbar', { name: 'Generating your video' })
    expect(bar).toHaveAttribute('aria-valuenow', '25')
    const [rest, lit] = [...bar.querySelectorAll('path')]
    expect([getBars(lit), getBars(rest)]).toEqual([10, 30])
  })
})
