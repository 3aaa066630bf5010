// Loads the fonts for text. Packaged fonts make text look the same on every machine: Archivo, and Noto for Arabic,
// Chinese, Japanese, and emoji. Other scripts use the machine's fonts. Characters without a font are left out.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { createLayer, type Pen } from '../draw/stage.ts'

interface FontFile {
  family: string
  path: string
  ranges: readonly (readonly [first: number, last: number])[]
  isLoaded: boolean
}

export interface Lettering {
  /** The text without characters that no font has. */
  text: string
  /** The font families for the `font` of a pen. */
  families: string
}

const require = createRequire(import.meta.url)
const LATIN = loadIndex(() => require.resolve('@fontsource-variable/archivo/unicode.json'), 'wdth')
const EMOJI = loadIndex(() => require.resolve('@fontsource-variable/noto-emoji/unicode.json'), 'wght')
const JAPANESE = loadIndex(() => require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'), 'wght')
const CHINESE = loadIndex(() => require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'), 'wght')
const ARABIC = loadIndex(() => require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'), 'wght')
/** A code point that no font has. A character that renders the same is missing too. */
const MISSING = '\u{10fffe}'
const PROBE_SIZE = 40

/**
 * Reads a font's index, which lists the characters of each font file. Returns an empty list if the package isn't
 * installed.
 */
function loadIndex(find: () => string, axis: string): FontFile[] {
  let index: string
  try {
    index = find()
  } catch {
    return []
  }
  const name = basename(dirname(index))
  return Object.entries(JSON.parse(readFileSync(index, 'utf8')) as Record<string, string>).map(([part, ranges]) => {
    const id = part.replace(/[[\]]/g, '')
    return {
      family: `Soundreel ${name} ${id}`,
      path: join(dirname(index), 'files', `${name}-${id}-${axis}-normal.woff2`),
      ranges: ranges.split(',').map((range) => {
        const [first = '', last = first] = range.replace('U+', '').split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
      }),
      isLoaded: false,
    }
  })
}

/** Loads the fonts that the text needs. */
export function getLetter(text: string): Lettering {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  // The Arabic font comes last, because its index lists symbols that its files don't have.
  const order = [LATIN, EMOJI, ...(isJapanese ? [JAPANESE, CHINESE] : [CHINESE, JAPANESE]), ARABIC].flat()
  const needed = new Set(LATIN.filter(({ family }) => family.endsWith(' latin')))
  const points = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0))
  for (const point of points) {
    const file = order.find(({ ranges }) => ranges.some(([first, last]) => first <= point && point <= last))
    if (file) needed.add(file)
  }
  for (const file of needed) load(file)
  const files = order.filter((file) => needed.has(file))
  const families = [...files.map(({ family }) => `"${family}"`), 'sans-serif'].join(', ')
  return { text: removeMissing(text, families), families }
}

function load(file: FontFile): void {
  if (!file.isLoaded) GlobalFonts.registerFromPath(file.path, file.family)
  file.isLoaded = true
}

function removeMissing(text: string, families: string): string {
  const { canvas, pen } = createLayer(PROBE_SIZE * 1.5, PROBE_SIZE * 1.5)
  const shapes = new Map<string, string>()
  const getShape = (character: string) => {
    const known = shapes.get(character)
    if (known) return known
    setFont(pen, families, 400, PROBE_SIZE)
    pen.clearRect(0, 0, canvas.width, canvas.height)
    pen.fillText(character, 0, PROBE_SIZE)
    const shape = canvas.data().toString('latin1')
    shapes.set(character, shape)
    return shape
  }
  const missing = getShape(MISSING)
  const isLegible = (character: string) =>
    /[\s\p{ASCII}\p{M}\p{Cf}]/u.test(character) || getShape(character) !== missing
  const shown = splitGraphemes(text.replace(/[\p{Cc}\p{Co}\p{Cn}]/gu, ' ')).filter((part) =>
    Array.from(part).every(isLegible),
  )
  return shown.join('').replace(/\s+/g, ' ').trim()
}

export function setFont(pen: Pen, families: string, weight: number, size: number): void {
  pen.font = `${weight} ${size}px ${families}`
  pen.lang = 'en'
  pen.textBaseline = 'alphabetic'
  pen.textAlign = 'left'
}

export function splitGraphemes(text: string): string[] {
  return Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), (part) => part.segment)
}
