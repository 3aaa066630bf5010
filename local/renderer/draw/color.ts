// Computes with colors. A color is a triple of values from 0 to 1 in display space. Only drawing calls convert it to a
// canvas string.

export type Rgb = readonly [number, number, number]

export function parseHex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

export function mix(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

export function scaleColor(color: Rgb, factor: number): Rgb {
  return [color[0] * factor, color[1] * factor, color[2] * factor]
}

export function toCss(color: Rgb, alpha = 1): string {
  const toByte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)
  return `rgba(${toByte(color[0])},${toByte(color[1])},${toByte(color[2])},${alpha})`
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2). */
export function measureContrast(a: Rgb, b: Rgb): number {
  const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  const getLuminance = ([r, g, blue]: Rgb) => 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(blue)
  const [low = 0, high = 0] = [getLuminance(a), getLuminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Returns a gradient through color stops at rising positions. It is smooth at each stop. */
export function createRamp(stops: readonly (readonly [number, Rgb])[]): (t: number) => Rgb {
  return (t) => {
    let previous = stops[0]
    if (!previous || t <= previous[0]) return previous?.[1] ?? [0, 0, 0]
    for (const stop of stops) {
      if (t < stop[0]) {
        const local = (t - previous[0]) / (stop[0] - previous[0])
        return mix(previous[1], stop[1], local)
      }
      previous = stop
    }
    return previous[1]
  }
}
