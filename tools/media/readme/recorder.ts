// Records a page frame by frame. It draws a pointer, because screenshots don't contain one.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { runFfmpeg } from '../encode/tools.ts'

const POINTER_STEP_MS = 50
/** How slowly a video plays while it is recorded. */
const SLOWED = 0.25
/** The least time between two recorded frames of a video. Each frame has about 20 KB. */
const FRAME_MS = 90

interface Frame {
  file: string
  ms: number
}

export type Recorder = ReturnType<typeof openRecorder>

/** Opens a recorder. `folder` stores the frames. */
export function openRecorder(page: Page, folder: string) {
  const frames: Frame[] = []
  let place = { x: 0, y: 0 }

  async function film(ms: number): Promise<Frame> {
    const frame = { file: join(folder, `${String(frames.length).padStart(4, '0')}.png`), ms }
    await page.screenshot({ path: frame.file })
    frames.push(frame)
    return frame
  }

  async function showPointer(at: typeof place): Promise<void> {
    place = at
    await page.evaluate(drawPointer, place)
  }

  return {
    film,
    showPointer,

    async hidePointer(): Promise<void> {
      await page.mouse.move(0, 0)
      await page.evaluate(() => document.getElementById('drawn-pointer')?.remove())
    },

    /** Moves the pointer onto an element in `steps` frames. */
    async pointAt(target: Locator, steps: number): Promise<void> {
      const box = await target.boundingBox()
      if (!box) throw new Error('The element to point at is not on the page.')
      const from = place
      for (let step = 1; step <= steps; step++) {
        const t = easeInOut(step / steps)
        const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        await showPointer({ x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t })
        await page.mouse.move(place.x, place.y)
        await film(POINTER_STEP_MS)
      }
    },

    /** Records until `isOver` returns true. A longer recording is shortened to `showMs`. */
    async filmUntil(isOver: () => Promise<boolean>, { everyMs, showMs }: { everyMs: number; showMs: number }) {
      const start = performance.now()
      const taken: Frame[] = []
      for (let before = start; !(await isOver()); before = performance.now()) {
        taken.push(await film(0))
        await page.waitForTimeout(everyMs)
        const last = taken.at(-1)
        if (last) last.ms = performance.now() - before
      }
      const factor = Math.min(1, showMs / (performance.now() - start))
      for (const frame of taken) frame.ms *= factor
    },

    /** Records the next seconds of a video while it plays slowly, and shows them at normal speed. */
    async filmVideo(video: Locator, seconds: number): Promise<void> {
      const slowDown = (element: HTMLVideoElement, rate: number) => {
        element.currentTime = 0
        element.playbackRate = rate
        // The player displays the normal speed, which the viewer sees.
        Object.defineProperty(element, 'playbackRate', { get: () => 1 })
      }
      await video.evaluate(slowDown, SLOWED)
      for (let shown = 0; shown < seconds; ) {
        const frame = await film(0)
        await page.waitForTimeout(FRAME_MS / SLOWED)
        const now = await video.evaluate((element: HTMLVideoElement) => element.currentTime)
        frame.ms = Math.max(0, now - shown) * 1000
        shown = now
      }
    },

    /** Scrolls by this many pixels in `steps` frames. */
    async scrollBy(pixels: number, steps: number): Promise<void> {
      const from = await page.evaluate(() => scrollY)
      for (let step = 1; step <= steps; step++) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), from + pixels * easeInOut(step / steps))
        await film(POINTER_STEP_MS)
      }
    },

    /** Writes all frames as an animated WebP that plays `loops` times, and the last frame as a still image. */
    async write(picture: string, still: string, loops: number): Promise<void> {
      const last = frames.at(-1)
      if (!last) throw new Error('No frame was recorded.')
      const list = frames.map(({ file, ms }) => `file '${file}'\nduration ${(Math.max(20, ms) / 1000).toFixed(3)}`)
      const listFile = join(folder, 'frames.txt')
      await writeFile(listFile, [...list, `file '${last.file}'`].join('\n'))
      const webp = ['-c:v', 'libwebp_anim', '-quality', '65', '-compression_level', '4']
      await runFfmpeg(
        '-f',
        'concat',
        '-safe',
        '0',
        '-i',
        listFile,
        '-fps_mode',
        'vfr',
        ...webp,
        '-loop',
        String(loops),
        picture,
      )
      await runFfmpeg('-i', last.file, '-c:v', 'libwebp', '-quality', '80', still)
    },
  }
}

function easeInOut(t: number): number {
  return t * t * (3 - 2 * t)
}

/** Draws the pointer. Runs in the page. */
function drawPointer({ x, y }: { x: number; y: number }): void {
  const drawn = document.getElementById('drawn-pointer') as unknown as SVGSVGElement | null
  const svg = drawn ?? document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.style.transform = `translate(${x - 4}px, ${y - 2}px)`
  if (drawn) return
  svg.id = 'drawn-pointer'
  svg.setAttribute('viewBox', '0 0 24 24')
  const style = { position: 'fixed', top: '0', left: '0', width: '26px', zIndex: '9999', pointerEvents: 'none' }
  Object.assign(svg.style, style)
  const arrow = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  const shape = { d: 'M4 2v18l5-5 3 7 3-1-3-7h7z', fill: '#fff', stroke: '#000', 'stroke-width': '1.2' }
  for (const [name, value] of Object.entries(shape)) arrow.setAttribute(name, value)
  svg.append(arrow)
  document.body.append(svg)
}
