import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Player } from '@/components/player/player'
import { network } from '../../../support/app/network'
import { askForLessData } from '../../../support/app/platform'
import { loadVideoElement } from '../../../support/app/video-element'

const SRC = 'https://files.test/a.mp4'
const video = () => screen.getByLabelText<HTMLVideoElement>('A video')
/** Returns the bar heights of the waveform. A flat waveform has one height. */
const heights = () => new Set(document.querySelector('.player-wave path')?.getAttribute('d')?.match(/v\d+/g))

let fetched = 0
const onPeaks = vi.fn()

/** Installs a decoder that returns these samples. */
function decode(samples: number[] | null) {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData() {
        if (!samples) throw new DOMException('No audio track', 'EncodingError')
        const { length } = samples
        return { length, numberOfChannels: 1, getChannelData: () => Float32Array.from(samples) }
      }
    },
  )
}

async function open(props: Partial<Parameters<typeof Player>[0]> = {}) {
  const view = render(<Player src={SRC} label="A video" hasSound onPeaks={onPeaks} {...props} />)
  await screen.findByRole('slider', { name: 'Seek' })
  return view
}

const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)))

beforeEach(() => {
  onPeaks.mockClear()
  fetched = 0
  network.use(
    http.get(SRC, () => {
      fetched += 1
      return HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Access-Control-Allow-Origin': '*' } })
    }),
  )
  decode([0.2, 0.8, 0.4, 0.1])
})

describe('Player peaks', () => {
  it("reads, draws, and reports a video's peaks once its image is shown", async () => {
    await open()
    await settle()
    expect(fetched).toBe(0)
    loadVideoElement(video())
    fireEvent.canPlayThrough(video())
    await waitFor(() => expect(heights().size).toBeGreaterThan(2))
    expect(fetched).toBe(1)
    expect(onPeaks).toHaveBeenCalledOnce()
    const [peaks] = onPeaks.mock.calls[0] ?? []
    expect([peaks.length, Math.max(...peaks)]).toEqual([160, 100])
  })

  it('are drawn at once where they are known, without a file', async () => {
    await open({ peaks: Array.from({ length: 160 }, (_, at) => at % 101) })
    expect(heights().size).toBeGreaterThan(2)
    loadVideoElement(video())
    fireEvent.canPlayThrough(video())
    await settle()
    expect(fetched).toBe(0)
    expect(onPeaks).not.toHaveBeenCalled()
  })

  it('say that a video has no sound where it is known', async () => {
    await open({ peaks: [] })
    expect(await screen.findByRole('button', { name: 'No sound' })).toBeDisabled()
  })

  it("reads a video's peaks from a file that is already loaded", async () => {
    await open({ src: 'blob:joined', file: new Blob(['film']) })
    fireEvent.canPlayThrough(video())
    await waitFor(() => expect(heights().size).toBeGreaterThan(2))
    expect(fetched).toBe(0)
  })

  it("shows a flat timeline, without an error, if the video's peaks can't be read", async () => {
    decode(null)
    await open()
    fireEvent.canPlayThrough(video())
    await waitFor(() => expect(fetched).toBe(1))
    await settle()
    expect(heights().size).toBe(1)
    expect(screen.getByRole('button', { name: 'Turn sound off' })).toBeEnabled()
    expect(onPeaks).not.toHaveBeenCalled()
  })

  it("shows a flat timeline if the video's peaks may not be fetched", async () => {
    network.use(http.get(SRC, () => HttpResponse.error()))
    await open()
    fireEvent.canPlayThrough(video())
    await settle()
    expect(heights().size).toBe(1)
  })

  it('says that a video which should have sound has none', async () => {
    decode([0, 0, 0])
    await open()
    fireEvent.canPlayThrough(video())
    expect(await screen.findByRole('button', { name: 'No sound' })).toBeDisabled()
  })

  it('fetches no peaks for a silent model or with data saving on', async () => {
    const { unmount } = await open({ hasSound: false })
    fireEvent.canPlayThrough(video())
    await settle()
    unmount()
    askForLessData()
    await open()
    fireEvent.canPlayThrough(video())
    await settle()
    expect(fetched).toBe(0)
  })
})

describe('Full screen', () => {
  const root = () => screen.getByRole('group', { name: 'Player' })
  const fill = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
    act(() => void document.dispatchEvent(new Event('fullscreenchange')))
  }

  afterEach(() => fill(null))

  it('shows the whole player in full screen, and hides its bar while the video plays and the user is idle', async () => {
    await open()
    HTMLElement.prototype.requestFullscreen = async function request(this: HTMLElement) {
      fill(this)
    }
    fireEvent.click(screen.getByRole('button', { name: 'Turn sound off' }))
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
    expect(document.fullscreenElement).toBe(root())
    vi.advanceTimersByTime(2400)
    fireEvent.pointerMove(root())
    vi.advanceTimersByTime(2400)
    expect(root()).not.toHaveAttribute('data-rests')
    vi.advanceTimersByTime(200)
    expect(root()).toHaveAttribute('data-rests')
    fireEvent.keyDown(root(), { key: 'k' })
    expect(root()).not.toHaveAttribute('data-rests')
    expect(video().paused).toBe(true)
    vi.advanceTimersByTime(10_000)
    expect(root()).not.toHaveAttribute('data-rests')
    const leave = vi.fn(async () => fill(null))
    document.exitFullscreen = leave
    fireEvent.click(screen.getByRole('button', { name: 'Exit full screen' }))
    expect(leave).toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeInTheDocument()
    Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen')
  })

  it("uses the browser's video full screen where only videos support full screen", async () => {
    await open()
    const enter = vi.fn()
    Object.assign(video(), { webkitEnterFullscreen: enter })
    fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))
    expect(enter).toHaveBeenCalled()
  })
})
