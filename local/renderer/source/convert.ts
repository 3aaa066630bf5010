// Converts frames from I420 to RGBA. The decoder's own conversion uses BT.601, whatever the file says.

/** The factors of each matrix: red from V, green from U and V, and blue from U. */
const MATRICES = {
  bt709: [1.5748, 0.1873, 0.4681, 1.8556],
  bt601: [1.402, 0.3441, 0.7141, 1.772],
} as const

export type Matrix = keyof typeof MATRICES

/** Converts planar 4:2:0 in limited range to RGBA. */
export function convertToRgba(
  planes: Uint8Array,
  width: number,
  height: number,
  matrix: Matrix,
  rgba: Uint8ClampedArray,
): void {
  const [rv, gu, gv, bu] = MATRICES[matrix]
  const chromaWidth = (width + 1) >> 1
  const uPlane = width * height
  const vPlane = uPlane + chromaWidth * ((height + 1) >> 1)
  const chroma = 255 / 224
  const luma = Float32Array.from({ length: 256 }, (_, y) => ((y - 16) * 255) / 219)
  let at = 0
  for (let y = 0; y < height; y++) {
    const row = (y >> 1) * chromaWidth
    for (let x = 0; x < width; x++) {
      const value = luma[planes[y * width + x] as number] as number
      const u = ((planes[uPlane + row + (x >> 1)] as number) - 128) * chroma
      const v = ((planes[vPlane + row + (x >> 1)] as number) - 128) * chroma
      rgba[at] = value + rv * v
      rgba[at + 1] = value - gu * u - gv * v
      rgba[at + 2] = value + bu * u
      rgba[at + 3] = 255
      at += 4
    }
  }
}
