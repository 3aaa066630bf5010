import type { ServerJob } from '@contract/jobs'
import { act, fireEvent, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GRAIN_HEIGHT, GRAIN_WIDTH } from '@/components/job-picture/grain-size'
import { JobPicture } from '@/components/job-picture/job-picture'
import type { OpenJob } from '@/state/jobs/job'
import { mergeServerJob } from '@/state/jobs/job-reducer'
import { ServicesProvider } from '@/state/services-context'
import { createFakeServices } from '../../support/app/fake-services'
import { openJob } from '../../support/app/jobs'

const START = Date.parse('2026-11-25T09:00:00Z')
const draws = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  draws.mockReset()
  const pen = {
    createImageData: () => ({ data: new Uint8ClampedArray(4 * GRAIN_WIDTH * GRAIN_HEIGHT) }),
    putImageData: draws,
  }
  HTMLCanvasElement.prototype.getContext = (() => pen) as never
})

function renderPicture(patch: Partial<ServerJob> = {}, told: Partial<OpenJob> = {}) {
  const { services } = createFakeServices()
  const job = mergeServerJob(undefined, openJob({ elapsedSeconds: 0, ...patch }), START) as OpenJob
  const { container } = render(
    <ServicesProvider services={services}>
      <JobPicture job={{ ...job, status: 'running', ...told } as OpenJob} />
    </ServicesProvider>,
  )
  return {
    kind: () => container.querySelector('[data-picture]')?.getAttribute('data-picture'),
    image: () => container.querySelector('img'),
    grain: () => container.querySelector('canvas'),
    blank: () => container.querySelector('[data-kind]')?.getAttribute('data-kind'),
  }
}

describe('JobPicture', () => {
  it('shows grain for a running job without an image, and redraws only when its progress changes', async () => {
    const picture = renderPicture()
    expect(picture.kind()).toBe('resolving')
    expect(picture.grain()).toBeInTheDocument()
    await vi.dynamicImportSettled()
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(draws).toHaveBeenCalledTimes(1)
    for (let seconds = 5; seconds < 60; seconds += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(draws).toHaveBeenCalledTimes(6)
  })

  it('shows an unchanging skeleton for a queued job', () => {
    const picture = renderPicture({}, { status: 'waiting' })
    act(() => vi.advanceTimersByTime(120_000))
    expect([picture.kind(), picture.blank(), picture.grain(), draws.mock.calls.length]).toEqual([
      'waiting',
      'waiting',
      null,
      0,
    ])
  })

  it('sharpens the first image of a running job, and keeps the image blurred while the job is queued', () => {
    const getBlur = (told: Partial<OpenJob>) => {
      const { image } = renderPicture({ imageUrl: '/a.jpg' }, told)
      return Number(/blur\(([\d.]+)cqi\)/.exec(image()?.style.filter ?? '')?.[1])
    }
    const early = getBlur({ progress: 0.1 })
    expect(getBlur({ progress: 0.9 })).toBeLessThan(early)
    expect(getBlur({ status: 'waiting', progress: 0.9 })).toBeGreaterThan(early)
  })

  it("shows grain when the job's image can't be loaded", () => {
    const picture = renderPicture({ imageUrl: '/expired.jpg' })
    fireEvent.error(picture.image() as Element)
    expect(picture.image()).toBeNull()
    expect(picture.grain()).toBeInTheDocument()
  })
})
