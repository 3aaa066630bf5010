import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Player } from '@/components/player/player'
import { loadFilm, refuseSound } from '../../../support/app/film'
import { askForLessMotion } from '../../../support/app/platform'

type Props = Partial<Parameters<typeof Player>[0]>

const video = (name = 'A video') => screen.getByLabelText<HTMLVideoElement>(name)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Renders a player with its controls there. */
async function open(props: Props = {}) {
  const view = render(<Player src="https://files.test/a.mp4" label="A video" hasSound={false} {...props} />)
  await screen.findAllByRole('slider', { name: 'Seek' })
  return view
}

beforeEach(() => {
  Element.prototype.setPointerCapture = () => undefined
})

describe('how it begins', () => {
  it('plays at once, in a loop, with its sound, over its poster', async () => {
    await open({ hasSound: true, poster: 'https://files.test/a.jpg' })
    await waitFor(() => expect(video().paused).toBe(false))
    expect(video()).toMatchObject({ loop: true, muted: false })
    expect(video()).toHaveAttribute('poster', 'https://files.test/a.jpg')
    expect(video()).not.toHaveAttribute('controls')
    expect(screen.queryByRole('button', { name: /Sound is off/ })).not.toBeInTheDocument()
  })

  it.each(['playing', 'seeked'])('lets its poster, which may be a later frame, fade at %s', async (event) => {
    // Which waits for its button.
    askForLessMotion()
    const { container } = await open({ poster: 'https://files.test/a.jpg' })
    const poster = container.querySelector('img')
    expect(poster).toHaveAttribute('src', 'https://files.test/a.jpg')
    expect(poster).not.toHaveClass('opacity-0')
    fireEvent(video(), new Event(event))
    expect(poster).toHaveClass('opacity-0')
  })

  it('plays without sound where the browser insists, and says how to turn it on', async () => {
    refuseSound()
    await open({ hasSound: true })
    await waitFor(() => expect(video().paused).toBe(false))
    expect(video().muted).toBe(true)
    fireEvent.click(await button('Sound is off'))
    expect(video().muted).toBe(false)
    expect(screen.queryByRole('button', { name: 'Sound is off' })).not.toBeInTheDocument()
  })

  it('waits for its button where less motion is asked for', async () => {
    askForLessMotion()
    await open()
    expect(video()).not.toHaveAttribute('autoplay')
    expect(video().paused).toBe(true)
    fireEvent.click(await button('Play video'))
    expect(video().paused).toBe(false)
    expect(screen.queryByRole('button', { name: 'Play video' })).not.toBeInTheDocument()
  })

  it('waits in a hidden tab until it is shown', async () => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    await open()
    expect(video().paused).toBe(true)
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(video().paused).toBe(false)
    video().pause()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(video().paused).toBe(true)
  })

  it('is as loud as the last one was left', async () => {
    const { unmount } = await open({ hasSound: true })
    fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '0.4' } })
    fireEvent.click(await button('Turn sound off'))
    unmount()
    await open({ hasSound: true })
    expect(video()).toMatchObject({ volume: 0.4, muted: true })
    expect(screen.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '0%')
  })
})

describe('its lane', () => {
  const lane = () => screen.getByRole('slider', { name: 'Seek' })

  it('seeks, says where it is, and stays before the end, where a loop begins again', async () => {
    await open()
    loadFilm(video())
    fireEvent.change(lane(), { target: { value: '0.4' } })
    expect(video().currentTime).toBeCloseTo(3.2)
    expect(lane()).toHaveAttribute('aria-valuetext', '0:03 of 0:08')
    expect(screen.getByText(/^0:03/)).toHaveTextContent('0:03 / 0:08')
    fireEvent.change(lane(), { target: { value: '1' } })
    expect(video().currentTime).toBeLessThan(8)
  })

  it('rests while it is dragged and then goes on, if it played', async () => {
    await open()
    loadFilm(video())
    fireEvent.pointerDown(lane())
    expect(video().paused).toBe(true)
    fireEvent.pointerUp(lane())
    expect(video().paused).toBe(false)
    video().pause()
    fireEvent.pointerDown(lane())
    fireEvent.pointerUp(lane())
    expect(video().paused).toBe(true)
  })

  it('shows one frame after the other to a hand that moves faster than it can seek', async () => {
    await open()
    loadFilm(video())
    let isSeeking = true
    Object.defineProperty(video(), 'seeking', { configurable: true, get: () => isSeeking })
    const places: number[] = []
    Object.defineProperty(video(), 'currentTime', { get: () => places.at(-1) ?? 0, set: (at) => places.push(at) })
    for (const value of ['0.1', '0.25', '0.5']) fireEvent.change(lane(), { target: { value } })
    expect(places).toEqual([])
    isSeeking = false
    fireEvent(video(), new Event('seeked'))
    expect(places).toEqual([4])
  })

  it('shows the frame where the mouse is, in a second video that goes with it', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
    const { container } = await open()
    loadFilm(video())
    vi.spyOn(lane(), 'getBoundingClientRect').mockReturnValue({ left: 100, width: 200 } as DOMRect)
    fireEvent.pointerMove(lane(), { pointerType: 'touch', clientX: 200 })
    expect(container.querySelectorAll('video')).toHaveLength(1)
    // jsdom gives its pointer events no type.
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

describe('its keys', () => {
  it('plays, seeks, steps, and sets sound and speed', async () => {
    const user = userEvent.setup()
    await open({ hasSound: true })
    loadFilm(video(), { at: 4 })
    act(() => screen.getByRole('group', { name: 'Player' }).focus())
    const at = () => video().currentTime
    await user.keyboard(' ')
    expect(video().paused).toBe(true)
    await user.keyboard('k')
    expect(video().paused).toBe(false)
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(at()).toBe(5)
    await user.keyboard('.')
    expect(at()).toBeCloseTo(5 + 1 / 24)
    expect(video().paused).toBe(true)
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(at()).toBeCloseTo(5)
    await user.keyboard('{End}')
    expect(at()).toBeCloseTo(7.95)
    await user.keyboard('{ArrowRight}')
    expect(at()).toBeCloseTo(7.95)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(at()).toBe(0)
    await user.keyboard('m')
    expect(video().muted).toBe(true)
    await user.keyboard('{ArrowUp}')
    expect(video()).toMatchObject({ muted: false, volume: 0.1 })
    await user.keyboard('{ArrowDown}')
    expect(video().muted).toBe(true)
    await user.keyboard('>>>')
    expect(video().playbackRate).toBe(2)
    await user.keyboard('<')
    expect(video().playbackRate).toBe(1.5)
    expect(screen.getByRole('combobox', { name: 'Playback speed' })).toHaveValue('1.5')
  })

  it('seeks once the duration is known', async () => {
    const user = userEvent.setup()
    await open()
    act(() => screen.getByRole('group', { name: 'Player' }).focus())
    await user.keyboard('{End}{ArrowLeft}')
    loadFilm(video())
    expect(video().currentTime).toBeCloseTo(6.95)
  })

  it('shows a speed that the browser has set, and steps from it to the next one', async () => {
    await open()
    const user = userEvent.setup()
    const speed = await screen.findByRole('combobox', { name: 'Playback speed' })
    const set = (rate: number) => {
      video().playbackRate = rate
      fireEvent(video(), new Event('ratechange'))
    }
    set(1.25)
    expect(speed).toHaveValue('1.25')
    const shown = Array.from(speed.children, ({ textContent }) => textContent)
    expect(shown.join()).toBe('0.25×,0.5×,1×,1.25×,1.5×,2×')
    speed.closest<HTMLElement>('.player')?.focus()
    await user.keyboard('>')
    expect(video().playbackRate).toBe(1.5)
    set(1.25)
    await user.keyboard('<')
    expect(video().playbackRate).toBe(1)
  })

  it("leaves keys to buttons, list, and volume, and the browser's own to the browser", async () => {
    await open({ hasSound: true })
    loadFilm(video(), { at: 4 })
    const press = (element: Element, key: string, more = {}) => fireEvent.keyDown(element, { key, ...more })
    expect(press(await button('Full screen'), ' ')).toBe(true)
    expect(press(screen.getByRole('combobox'), 'ArrowDown')).toBe(true)
    expect(press(screen.getByRole('slider', { name: 'Volume' }), 'ArrowLeft')).toBe(true)
    expect(press(video(), 'f', { ctrlKey: true })).toBe(true)
    expect(press(video(), 'x')).toBe(true)
    expect(video()).toMatchObject({ currentTime: 4, paused: false, volume: 1 })
    // The lane is a slider: up and down move it.
    expect(press(screen.getByRole('slider', { name: 'Seek' }), 'ArrowDown')).toBe(false)
    expect(video()).toMatchObject({ currentTime: 3, volume: 1 })
  })

  it('leaves the sound of a silent video alone, with keys and buttons', async () => {
    await open()
    expect(await button('No sound')).toBeDisabled()
    expect(screen.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument()
    expect(fireEvent.keyDown(video(), { key: 'm' })).toBe(true)
    expect(video().muted).toBe(false)
  })
})

describe('several players', () => {
  const both = (isOneOfSeveral: boolean) => (
    <>
      <Player src="/a.mp4" label="First" hasSound isOneOfSeveral={isOneOfSeveral} />
      <Player src="/b.mp4" label="Second" hasSound isOneOfSeveral={isOneOfSeveral} />
    </>
  )

  it('starts players side by side muted, gives the sound to one, and plays all', async () => {
    render(both(true))
    const on = await screen.findAllByRole('button', { name: 'Turn sound on' })
    expect(on).toHaveLength(2)
    for (const one of on) fireEvent.click(one)
    expect(video('First')).toMatchObject({ muted: true, paused: false })
    expect(video('Second')).toMatchObject({ muted: false, paused: false })
    // Sound chosen here is for these players only.
    expect(localStorage.getItem('player')).toBeNull()
  })

  it('replaces the former player by the new one otherwise', async () => {
    render(both(false))
    await screen.findAllByRole('slider', { name: 'Seek' })
    await waitFor(() => expect([video('First').paused, video('Second').paused]).toContain(true))
    video('First').pause()
    await act(() => video('Second').play())
    await act(() => video('First').play())
    expect(video('First').paused).toBe(false)
    expect(video('Second').paused).toBe(true)
  })
})

describe('an address that has expired', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

  const fresh = (name: string) => ({ videoUrl: `https://files.test/${name}.mp4` })

  it('is renewed, and the video goes on where it was', async () => {
    await open({ renew: async () => fresh('b') })
    await waitFor(() => expect(video().paused).toBe(false))
    loadFilm(video(), { at: 5 })
    fireEvent.error(video())
    await waitFor(() => expect(video()).toHaveAttribute('src', 'https://files.test/b.mp4'))
    video().pause()
    loadFilm(video())
    expect(video()).toMatchObject({ currentTime: 5, paused: false })
  })

  it('is renewed for a video that is paused, and leaves it so', async () => {
    await open({ renew: async () => fresh('b') })
    fireEvent.play(video())
    video().pause()
    loadFilm(video(), { at: 2 })
    fireEvent.error(video())
    await waitFor(() => expect(video()).toHaveAttribute('src', 'https://files.test/b.mp4'))
    loadFilm(video())
    expect(video()).toMatchObject({ currentTime: 2, paused: true, autoplay: false })
  })

  it('is renewed again later, but not at once: then the file is to blame', async () => {
    const renew = vi.fn<() => Promise<{ videoUrl: string | null } | null>>()
    renew.mockResolvedValueOnce(fresh('b')).mockResolvedValueOnce(fresh('c'))
    await open({ renew })
    fireEvent.error(video())
    await waitFor(() => expect(video()).toHaveAttribute('src', 'https://files.test/b.mp4'))
    vi.setSystemTime(new Date(Date.now() + 3_600_000))
    fireEvent.error(video())
    await waitFor(() => expect(video()).toHaveAttribute('src', 'https://files.test/c.mp4'))
    fireEvent.error(video())
    expect(await screen.findByRole('alert')).toHaveTextContent("We couldn't play this video.")
    expect(renew).toHaveBeenCalledTimes(2)
  })

  it('is asked for where there was none', async () => {
    await open({ src: null, renew: async () => fresh('b') })
    await waitFor(() => expect(video()).toHaveAttribute('src', 'https://files.test/b.mp4'))
  })

  it("says that an address can't be renewed", async () => {
    await open({ src: 'blob:joined' })
    fireEvent.error(video())
    expect(await screen.findByRole('alert')).toHaveTextContent('You may still be able to download it.')
  })
})
