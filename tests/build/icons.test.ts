import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const publicFile = (name: string) => readFile(new URL(`../../public/${name}`, import.meta.url))

it('has the mark as SVG, as an icon file and for home screens, and the page names all three', async () => {
  const page = String(await readFile(new URL('../../index.html', import.meta.url)))
  for (const name of ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png']) expect(page).toContain(`href="/${name}"`)
  expect(String(await publicFile('favicon.svg'))).toContain('<svg')

  const icon = await publicFile('favicon.ico')
  const images = icon.readUInt16LE(4)
  expect(Array.from({ length: images }, (_, index) => icon.readUInt8(6 + 16 * index))).toEqual([16, 32, 48])

  const touch = await publicFile('apple-touch-icon.png')
  expect(touch.subarray(1, 4).toString()).toBe('PNG')
  expect([touch.readUInt32BE(16), touch.readUInt32BE(20)]).toEqual([180, 180])
})
