// Renders frames of a scene in headless Chromium. Mesa's software renderer is about twice as fast as the browser's own
// (8 lanes instead of 4), so it is tried first. Neither needs a graphics card.
import { readFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { type FrameRequest, setUp } from './page.ts'

const RENDERERS = [
  ['--use-gl=angle', '--use-angle=gl-egl'],
  ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
]
const FLAGS = ['--no-sandbox', '--no-first-run', '--disable-gpu-watchdog', '--ignore-gpu-blocklist']

export interface Size {
  width: number
  height: number
}

export interface Renderer {
  name: string
  /** Renders one frame as a PNG. */
  frame(request: FrameRequest): Promise<Buffer>
  close(): Promise<void>
}

/** A scene to render, with the images that its shader reads. */
interface Scene {
  scene: string
  textures?(): Record<string, string> | Promise<Record<string, string>>
}

export async function openRenderer(clip: Scene, { width, height }: Size): Promise<Renderer> {
  const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')
  const setup = {
    width,
    height,
    scene: (await read('lib.glsl')) + (await read(`../scenes/${clip.scene}.glsl`)),
    soften: await read('soften.glsl'),
    shrink: await read('shrink.glsl'),
    blur: await read('blur.glsl'),
    develop: await read('develop.glsl'),
    textures: (await clip.textures?.()) ?? {},
  }
  let failure: unknown
  for (const flags of RENDERERS) {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [...FLAGS, ...flags],
    })
    try {
      const page = await browser.newPage()
      const name = await page.evaluate(setUp, setup)
      return {
        name,
        async frame(request) {
          const address = await page.evaluate((wanted) => window.renderFrame(wanted), request)
          return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
        },
        close: () => browser.close(),
      }
    } catch (cause) {
      failure = cause
      await browser.close()
      if (!String(cause).includes('WebGL 2 is not available')) break
    }
  }
  throw failure
}
