import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Clip } from '@/components/footage/clip'
import { Waveform } from '@/components/tracks/waveform'
import { Reveal } from '@/features/effects/asmr/reveal'
import { showInWindow } from '../../support/app/intersection'
import { askForLessData, askForLessMotion } from '../../support/app/platform'

describe('a clip', () => {
  const SILENT = { src: '/videos/a.mp4', poster: '/images/posters/a.jpg', label: 'Waves at night' }

  const video = () => screen.queryByLabelText<HTMLVideoElement>('Waves at night')
  const box = (view: { container: HTMLElement }) => {
    const root = view.container.firstElementChild
    if (!root) throw new Error('nothing was rendered')
    return root
  }
  const show = (view: { container: HTMLElement }, ratio: number) => act(() => showInWindow(box(view), ratio))

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

  it.each([
    ['motion', askForLessMotion],
    ['data', askForLessData],
  ])('waits for its button where less %s is asked for', (_, ask) => {
    ask()
    const view = render(<Clip {...SILENT} />)
    show(view, 1)
    expect(video()?.paused).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Play: Waves at night' }))
    expect(video()?.paused).toBe(false)
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
})

describe('what fades in', () => {
  const state = () => screen.getByText('Words').getAttribute('data-shown')

  it('is not taken away again from somebody who sees it already', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, window.innerHeight - 40, 300, 400),
    )
    render(<Reveal threshold={0.3}>Words</Reveal>)
    expect(state()).toBe('true')
  })

  it('is simply there where a browser cannot tell what is in view', () => {
    Reflect.deleteProperty(window, 'IntersectionObserver')
    render(<Reveal>Words</Reveal>)
    expect(state()).toBe('true')
  })
})

describe('a waveform', () => {
  const getBars = (path: Element | undefined) => path?.getAttribute('d')?.match(/M/g)?.length ?? 0

  it('lights the bars that are done, and says how much that is', () => {
    render(<Waveform seed={1} bars={40} progress={0.25} label="Generating your video" />)
    const bar = screen.getByRole('progressbar', { name: 'Generating your video' })
    expect(bar).toHaveAttribute('aria-valuenow', '25')
    const [rest, lit] = [...bar.querySelectorAll('path')]
    expect([getBars(lit), getBars(rest)]).toEqual([10, 30])
  })
})
