// Creates the preview image for links to the site: node tools/media/og.ts FRAME. FRAME is a frame of the hero clip.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const require = createRequire(import.meta.url)
const getAddress = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
const [frame = ''] = process.argv.slice(2)
const font = await readFile(require.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'))
const mark = await readFile(new URL('../../public/favicon.svg', import.meta.url), 'utf8')

const page = `<style>
@font-face { font-family: Archivo; src: url(${getAddress('font/woff2', font)}); font-weight: 600; font-stretch: 62% 125% }
body { margin: 0; width: 1200px; height: 630px; position: relative; overflow: hidden; background: #07090f; color: #f3f0ea; font-family: Archivo }
img { position: absolute; height: 700px; right: -200px; top: -30px }
i { position: absolute; inset: 0; background: linear-gradient(90deg, #07090f 12%, #07090fd0 40%, #07090f00 72%) }
div { position: absolute; left: 80px; top: 214px; display: flex; align-items: center; gap: 26px; font: 600 84px Archivo; font-stretch: 125%; letter-spacing: -.022em }
svg { width: 104px }
p { position: absolute; left: 84px; top: 346px; margin: 0; font: 600 30px/1.35 Archivo; color: #d6d9e2; width: 560px }
</style><img src="${getAddress('image/png', await readFile(frame))}"><i></i><div>${mark}<span>Soundreel</span></div><p>AI video with sound that belongs to it</p>`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await tab.setContent(page)
await tab.evaluate(() => document.fonts.ready)
await writeFile(
  fileURLToPath(new URL('../../public/images/og.jpg', import.meta.url)),
  await tab.screenshot({ type: 'jpeg', quality: 88 }),
)
await browser.close()
