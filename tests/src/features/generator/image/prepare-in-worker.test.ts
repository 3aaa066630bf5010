import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareInWorker, type WorkerAnswer } from '@/features/generator/image/prepare-in-worker'

const FILE = new File(['a picture'], 'a.jpg')
const PREPARED = { blob: new Blob(['a JPEG']), width: 640, height: 480, wasTransparent: false }

class FakeWorker {
  static made: FakeWorker[] = []
  readonly terminate = vi.fn()
  onerror: ((event: Event) => void) | null = null
  file: unknown
  #port: FakePort | undefined

  constructor() {
    FakeWorker.made.push(this)
  }

  postMessage(file: unknown, [port]: [FakePort]) {
    this.file = file
    this.#port = port
  }

  answer(data: WorkerAnswer) {
    this.#port?.other?.onmessage?.({ data })
  }
}

class FakePort {
  other: FakePort | undefined
  onmessage: ((event: { data: unknown }) => void) | null = null
  readonly close = vi.fn()
}

beforeEach(() => {
  FakeWorker.made = []
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1 = new FakePort()
      port2 = new FakePort()
      constructor() {
        this.port2.other = this.port1
      }
    },
  )
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.unstubAllGlobals()
})

function start(signal = new AbortController().signal) {
  const result = prepareInWorker(FILE, signal)
  const worker = FakeWorker.made[0]
  if (!worker) throw new Error('no worker was made')
  return { result, worker }
}

describe('the worker of a picture', () => {
  it('gets the file, answers, and ends', async () => {
    const { result, worker } = start()
    expect(worker.file).toBe(FILE)
    worker.answer({ prepared: PREPARED })
    await expect(result).resolves.toBe(PREPARED)
    expect(worker.terminate).toHaveBeenCalledOnce()
  })

  it('passes on what is wrong', async () => {
    const { result, worker } = start()
    worker.answer({ fault: 'tooSmall' })
    await expect(result).rejects.toMatchObject({ fault: 'tooSmall', message: expect.stringMatching(/too small/) })
    expect(worker.terminate).toHaveBeenCalledOnce()
  })

  it('that cannot be loaded is said', async () => {
    const { result, worker } = start()
    const event = new Event('error', { cancelable: true })
    worker.onerror?.(event)
    await expect(result).rejects.toMatchObject({ fault: 'notLoaded' })
    expect(event.defaultPrevented).toBe(true)
  })

  it('is ended when it takes too long', async () => {
    const { result, worker } = start()
    const refused = expect(result).rejects.toMatchObject({ fault: 'tooSlow' })
    await vi.advanceTimersByTimeAsync(45_000)
    await refused
    expect(worker.terminate).toHaveBeenCalledOnce()
  })

  it('is ended when its picture is not wanted any more', async () => {
    const controller = new AbortController()
    const { result, worker } = start(controller.signal)
    controller.abort()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    expect(worker.terminate).toHaveBeenCalledOnce()
  })
})
