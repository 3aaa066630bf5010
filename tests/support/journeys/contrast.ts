import { createCanvas, loadImage } from '@napi-rs/canvas'

/** The value of --color-text in src/styles/tokens.css. */
const TEXT = [243, 240, 234] as const

/**
 * Returns the lowest contrast (WCAG) of the site's text on any spot of this image. The text has this opacity. Single
 * pixels are ignored.
 */
export async function measureContrastOver(png: Buffer, opacity: number): Promise<number> {
  const image = await loadImage(png)
  // A spot has the size of a letter's stroke. A smaller spot doesn't hide a letter.
  const [width, height] = [Math.ceil(image.width / 4), Math.ceil(image.height / 4)]
  const context = createCanvas(width, height).getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  let brightest = 0
  for (let at = 0; at < data.length; at += 4) {
    brightest = Math.max(brightest, luminance([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]))
  }
  return (luminance(TEXT) * opacity + 0.05) / (brightest + 0.05)
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
