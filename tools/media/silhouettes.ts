// Draws two heads in profile as smooth curves through a few points. The scene takes the light along their edges from
// softened copies. Both heads face right. Units are hundredths of a head's height, with y down and the crown at 0.
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

type Place = readonly [x: number, y: number]

const SIZE = 1024
/** The units across the image, followed by the position of the crown's origin. */
const SPAN = 190
const ORIGIN: Place = [58, 22]

const HER: readonly Place[] = [
  [-40, 190],
  [-34, 150],
  [-12, 131],
  [12, 121],
  [21, 108],
  [22, 92],
  [10, 80],
  [0, 62],
  [-2, 40],
  [6, 18],
  [24, 3],
  [44, 0],
  [60, 7],
  [69, 20],
  [73, 33],
  [73.5, 39],
  [72.5, 44],
  [74.5, 50],
  [79, 58],
  [82, 62.5],
  [80.5, 65.5],
  [76, 67],
  [75.5, 69.5],
  [79, 73],
  [78.5, 75.3],
  [75.8, 76.6],
  [78, 79],
  [77, 82.2],
  [73.8, 84.6],
  [74, 88],
  [74.2, 92],
  [70, 96.5],
  [62, 97.5],
  [54, 97],
  [48, 104],
  [47, 116],
  [52, 128],
  [66, 138],
  [84, 152],
  [92, 190],
]

const HIM: readonly Place[] = [
  [-52, 190],
  [-46, 150],
  [-22, 132],
  [4, 122],
  [14, 110],
  [13, 94],
  [4, 78],
  [-2, 58],
  [-1, 34],
  [8, 13],
  [26, 1],
  [46, -1],
  [62, 6],
  [71, 17],
  [74, 29],
  [77.5, 37],
  [77, 41.5],
  [74.5, 45],
  [77.5, 51],
  [83.5, 59.5],
  [86, 63.8],
  [83.5, 67],
  [77.8, 68.6],
  [77.4, 71],
  [80, 74],
  [79.3, 76.2],
  [76.6, 77.5],
  [78.8, 80],
  [78, 83.2],
  [75.2, 86],
  [77, 90],
  [78.5, 95],
  [75, 101],
  [66, 104],
  [57, 103],
  [53, 112],
  [53, 124],
  [60, 134],
  [78, 143],
  [96, 156],
  [104, 190],
]

const HER_HAIR: readonly Place[] = [
  [71, 27],
  [66, 8],
  [52, -6],
  [32, -9],
  [12, -3],
  [-3, 12],
  [-7, 24],
  [-22, 20],
  [-36, 28],
  [-40, 44],
  [-32, 58],
  [-17, 62],
  [-6, 56],
  [2, 72],
  [13, 85],
  [24, 88],
  [40, 60],
]

const HIS_HAIR: readonly Place[] = [
  [73, 26],
  [75, 12],
  [70, -2],
  [54, -11],
  [30, -11],
  [8, -3],
  [-8, 16],
  [-9, 44],
  [-4, 66],
  [6, 84],
  [14, 90],
  [30, 60],
]

function trace(context: SKRSContext2D, points: readonly Place[]): void {
  const blendAt = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))] as Place
  context.beginPath()
  context.moveTo(...(points[0] as [number, number]))
  for (let i = 0; i + 1 < points.length; i++) {
    const [before, from, to, after] = [blendAt(i - 1), blendAt(i), blendAt(i + 1), blendAt(i + 2)]
    context.bezierCurveTo(
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    )
  }
  context.closePath()
}

function draw(shapes: readonly (readonly Place[])[], blur: number): Canvas {
  const canvas = createCanvas(SIZE, SIZE)
  const context = canvas.getContext('2d')
  context.fillStyle = '#000'
  context.fillRect(0, 0, SIZE, SIZE)
  if (blur > 0) context.filter = `blur(${blur}px)`
  context.scale(SIZE / SPAN, SIZE / SPAN)
  context.translate(...(ORIGIN as [number, number]))
  context.fillStyle = '#fff'
  for (const points of shapes) {
    trace(context, points)
    context.fill()
  }
  return canvas
}

/** Draws three layers: the shape in red, a softened copy in green, and a more softened copy in blue. */
function createLayers(...shapes: readonly (readonly Place[])[]): string {
  const [shape, soft, softer] = [0, 7, 30].map((blur) => {
    const canvas = draw(shapes, blur)
    return canvas.getContext('2d').getImageData(0, 0, SIZE, SIZE).data
  })
  const canvas = createCanvas(SIZE, SIZE)
  const context = canvas.getContext('2d')
  const out = context.createImageData(SIZE, SIZE)
  for (let i = 0; i < out.data.length; i += 4) {
    out.data[i] = shape?.[i] ?? 0
    out.data[i + 1] = soft?.[i] ?? 0
    out.data[i + 2] = softer?.[i] ?? 0
    out.data[i + 3] = 255
  }
  context.putImageData(out, 0, 0)
  return canvas.toDataURL('image/png')
}

export function drawSilhouettes(): Record<'uHer' | 'uHim', string> {
  return { uHer: createLayers(HER, HER_HAIR), uHim: createLayers(HIM, HIS_HAIR) }
}
