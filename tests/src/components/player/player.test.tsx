import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Player } from '@/components/player/player'
import { askForLessMotion } from '../../../support/app/platform'
import { findButton, getVideo, openPlayer } from '../../../support/app/player'
import { loadVideoElement, refuseSound } from '../../../support/app/video-element'

beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined
})

describe('Player start', () => {
  it('plays a video at once, in a loop, with sound, and over its poster', async () => {
    await openPlayer({ hasSound: true, poster: 'https://files.test/a.jpg' })
    await waitFor(() => expect(getVideo().paused).toBe(false))
    expect(getVideo()).toMatchObject({ loop: true, muted: false })
    expect(getVideo()).toHaveAttribute('poster', 'https://files.test/a.jpg')
    expect(getVideo()).not.toHaveAttribute('controls')
    expect(screen.queryByRole('button', { name: /Sound is off/ })).not.toBeInTheDocument()
  })

  it.each(['playing', 'seeked'])("fades the player's poster, which may be a later frame, at %s", async (event) => {
    // With reduced motion, the video waits for its play button.
    askForLessMotion()
    const { container } = await openPlayer({ poster: 'https://files.test/a.jpg' })
    const poster = container.querySelector('img')
    expect(poster).toHaveAttribute('src', 'https://files.test/a.jpg')
    expect(poster).not.toHaveClass('opacity-0')
    fireEvent(getVideo(), new Event(event))
    expect(poster).toHaveClass('opacity-0')
  })

  it('plays without sound if the browser requires it, and says how to turn the sound on', async () => {
    refuseSound()
    await openPlayer({ hasSound: true })
    await waitFor(() => expect(getVideo().paused).toBe(false))
    expect(getVideo().muted).toBe(true)
    fireEvent.click(await findButton('Sound is off'))
    expect(getVideo().muted).toBe(false)
    expect(screen.queryByRole('button', { name: 'Sound is off' })).not.toBeInTheDocument()
  })

  it("waits for the player's play button if the user prefers reduced motion", async () => {
    askForLessMotion()
    await openPlayer()
    expect(getVideo()).not.toHaveAttribute('autoplay')
    expect(getVideo().paused).toBe(true)
    fireEvent.click(await findButton('Play video'))
    expect(getVideo().paused).toBe(false)
    expect(screen.queryByRole('button', { name: 'Play video' })).not.toBeInTheDocument()
  })

  it('waits in a hidden tab and plays the video when the tab is shown', async () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    await openPlayer()
    expect(getVideo().paused).toBe(true)
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(getVideo().paused).toBe(false)
    getVideo().pause()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(getVideo().paused).toBe(true)
  })

  it('uses the volume of the last player', async () => {
    const { unmount } = await openPlayer({ hasSound: true })
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } })
    fireEvent.click(await findButton('Turn sound off'))
    unmount()
    await openPlayer({ hasSound: true })
    expect(getVideo()).toMatchObject({ volume: 0.4, muted: true })
    expect(screen.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '0%')
  })
})

describe('Player timeline', () => {
  const lane = () => screen.getByRole('slider', { name: 'Seek' })

  it("seeks on the player's timeline, shows the time, and stops before the end, where a loop restarts", async () => {
    await openPlayer()
    loadVideoElement(getVideo())
    fireEvent.change(lane(), { target: { value: '0.4' } })
    expect(getVideo().currentTime).toBeCloseTo(3.2)
    expect(lane()).toHaveAttribute('aria-valuetext', '0:03 of 0:08')
    expect(screen.getByText(/^0:03/)).toHaveTextContent('0:03 / 0:08')
    fireEvent.change(lane(), { target: { value: '1' } })
    expect(getVideo().currentTime).toBeLessThan(8)
  })

  it('pauses the video while its timeline is dragged, then resumes it if it was playing', async () => {
    await openPlayer()
    loadVideoElement(getVideo())
    fireEvent.pointerDown(lane())
    expect(getVideo().paused).toBe(true)
    fireEvent.pointerUp(lane())
    expect(getVideo().paused).toBe(false)
    getVideo().pause()
    fireEvent.pointerDown(lane())
    fireEvent.pointerUp(lane())
    expect(getVideo().paused).toBe(true)
  })

  it('shows one frame after another while the timeline is dragged faster than the video can seek', async () => {
    await openPlayer()
    loadVideoElement(getVideo())
    let isSeeking = true
    Object.defineProperty(getVideo(), 'seeking', { configurable: true, get: () => isSeeking })
    const places: number[] = []
    Object.defineProperty(getVideo(), 'currentTime', { get: () => places.at(-1) ?? 0, set: (at) => places.push(at) })
    for (const value of ['0.1', '0.25', '0.5']) fireEvent.change(lane(), { target: { value } })
    expect(places).toEqual([])
    isSeeking = false
    fireEvent(getVideo(), new Event('seeked'))
    expect(places).toEqual([4])
  })

  it('shows the frame under the mouse in a second, synchronized video element', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
    const { container } = await openPlayer()
    loadVideoElement(getVideo())
    vi.spyOn(lane(), 'getBoundingClientRect').mockReturnValue({ left: 100, width: 200 } as DOMRect)
    fireEvent.pointerMove(lane(), { pointerType: 'touch', clientX: 200 })
    expect(container.querySelectorAll('video')).toHaveLength(1)
    // jsdom's pointer events have no pointer type.
    const move = Object.assign(new MouseEvent('pointermove', { bubbles: true, clientX: 150 }), { pointerType: 'mouse' })
    act(() => void lane().dispatchEvent(move))
    const preview = container.querySelectorAll('video')[1]
    expect(preview).toMatchObject({ muted: true, currentTime: 2 })
    expect(preview?.closest('[aria-hidden]')).toHaveTextContent('0:02')
    fireEvent.pointerLeave(lane())
    expect(container.querySelectorAll('video')).toHaveLength(1)
    expect(preview).not.toHaveAttribute('src')
  })
})

describe('Several players', () => {
  const both = (isOneOfSeveral: boolean) => (
    <>
      <Player src="/a.mp4" label="First" hasSound isOneOfSeveral={isOneOfSeveral} />
      <Player src="/b.mp4" label="Second" hasSound isOneOfSeveral={isOneOfSeveral} />
    </>
  )

  it('starts players side by side muted, gives the sound to one player, and plays all together', async () => {
    render(both(true))
    const on = await screen.findAllByRole('button', { name: 'Turn sound on' })
    expect(on).toHaveLength(2)
    for (const one of on) fireEvent.click(one)
    expect(getVideo('First')).toMatchObject({ muted: true, paused: false })
    expect(getVideo('Second')).toMatchObject({ muted: false, paused: false })
    // A sound setting of players side by side is not stored.
    expect(localStorage.getItem('player')).toBeNull()
  })

  it("replaces the former player with the new one when they aren't side by side", async () => {
    render(both(false))
    await screen.findAllByRole('slider', { name: 'Seek' })
    await waitFor(() => expect([getVideo('First').paused, getVideo('Second').paused]).toContain(true))
    getVideo('First').pause()
    await act(() => getVideo('Second').play())
    await act(() => getVideo('First').play())
    expect(getVideo('First').paused).toBe(false)
    expect(getVideo('Second').paused).toBe(true)
  })
})

describe('Expired video address', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

  const fresh = (name: string) => ({ videoUrl: `https://files.test/${name}.mp4` })

  it('renews an expired video address, and resumes the video at the same time', async () => {
    await openPlayer({ renew: async () => fresh('b') })
    await waitFor(() => expect(getVideo().paused).toBe(false))
    loadVideoElement(getVideo(), { at: 5 })
    fireEvent.error(getVideo())
    await waitFor(() => expect(getVideo()).toHaveAttribute('src', 'https://files.test/b.mp4'))
    getVideo().pause()
    loadVideoElement(getVideo())
    expect(getVideo()).toMatchObject({ currentTime: 5, paused: false })
  })

  it('renews the expired address of a paused video, and keeps the video paused', async () => {
    await openPlayer({ renew: async () => fresh('b') })
    fireEvent.play(getVideo())
    getVideo().pause()
    loadVideoElement(getVideo(), { at: 2 })
    fireEvent.error(getVideo())
    await waitFor(() => expect(getVideo()).toHaveAttribute('src', 'https://files.test/b.mp4'))
    loadVideoElement(getVideo())
    expect(getVideo()).toMatchObject({ currentTime: 2, paused: true, autoplay: false })
  })

  it('renews an expired video address again later, but not at once, because then the file is broken', async () => {
    const renew = vi.fn<() => Promise<{ videoUrl: string | null } | null>>()
    renew.mockResolvedValueOnce(fresh('b')).mockResolvedValueOnce(fresh('c'))
    await openPlayer({ renew })
    fireEvent.error(getVideo())
    await waitFor(() => expect(getVideo()).toHaveAttribute('src', 'https://files.test/b.mp4'))
    vi.setSystemTime(new Date(Date.now() + 3_600_000))
    fireEvent.error(getVideo())
    await waitFor(() => expect(getVideo()).toHaveAttribute('src', 'https://files.test/c.mp4'))
    fireEvent.error(getVideo())
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't play this video.")
    expect(renew).toHaveBeenCalledTimes(2)
  })

  it('requests a video address if the video had none', async () => {
    await openPlayer({ src: null, renew: async () => fresh('b') })
    await waitFor(() => expect(getVideo()).toHaveAttribute('src', 'https://files.test/b.mp4'))
  })

  it("says that an expired video address can't be renewed", async () => {
    await openPlayer({ src: 'blob:joined' })
    fireEvent.error(getVideo())
    expect(await screen.findByRole('alert')).toHaveTextContent('You may still be able to download it.')
  })
})
