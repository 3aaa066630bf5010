import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

const CELL = 160
const ROWS = ['123456', 'QWERTY', 'ASDFGH', 'ZXCVBN', '      ']

/** Draws white legends on black, with a cell for each key, as a data URL. */
export async function placeKeyLegends(): Promise<string> {
  const font = createRequire(import.meta.url).resolve(
    '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  )
  GlobalFonts.register(await readFile(font), 'Legend')
  const canvas = createCanvas(CELL * 6, CELL * ROWS.length)
  const context = canvas.getContext('2d')
  context.fillStyle = '#000'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#fff'
  context.font = `600 ${CELL * 0.4}px Legend`
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  for (const [row, letters] of ROWS.entries()) {
    for (const [column, letter] of [...letters].entries()) {
      context.fillText(letter, (column + 0.34) * CELL, (row + 0.36) * CELL)
    }
  }
  return canvas.toDataURL('image/png')
}
