type Pen = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'clearRect' | 'getImageData'>

const COLOR = [200, 40, 60] as const
/** Some browsers change colors by a few units, which nobody sees. */
const TOLERANCE = 16

/**
 * Returns whether a page can read what it draws. Firefox and Tor Browser can return noise or white instead, as a protection
 * against fingerprinting. Call it before drawing.
 */
export function canReadCanvas(pen: Pen): boolean {
  pen.fillStyle = `rgb(${COLOR.join(', ')})`
  pen.fillRect(0, 0, 1, 1)
  const { data } = pen.getImageData(0, 0, 1, 1)
  pen.clearRect(0, 0, 1, 1)
  return COLOR.every((value, index) => Math.abs((data[index] ?? 0) - value) <= TOLERANCE)
}
