// Defines two or three color palettes for each time of day. The seed picks one.

import type { Light, Mood } from '../mood.ts'
import { mix, parseHex, type Rgb, scaleColor } from './color.ts'

const PARTS = ['zenith', 'upper', 'lower', 'horizon', 'sun', 'cloudLit', 'cloudShade', 'haze', 'ambient'] as const

/** The colors of a scene. Distant objects fade to `haze`. `ambient` is the light in shadows. */
export type Palette = Record<(typeof PARTS)[number], Rgb>

function createPalette(...colors: string[]): Palette {
  return Object.fromEntries(PARTS.map((part, i) => [part, parseHex(colors[i] ?? '')])) as Palette
}

const PALETTES: Record<Light, readonly [Palette, ...Palette[]]> = {
  day: [
    createPalette('#2463ad', '#4f8fd0', '#94c0e2', '#d8e8ee', '#fff3d6', '#ffffff', '#8da3bd', '#c4d7e4', '#5f7ea6'),
    createPalette('#3a78a8', '#6ca3c4', '#a8cad6', '#e8ead9', '#ffeec2', '#fffaf0', '#93a2ac', '#cfdad6', '#688795'),
  ],
  dawn: [
    createPalette('#253a68', '#5f6c9c', '#c093a6', '#ffcf9c', '#fff0c4', '#ffc8a2', '#62608c', '#e3b7a8', '#4d5580'),
    createPalette('#2f5570', '#6f95a0', '#d3bba4', '#ffe0ac', '#fff4d2', '#ffe0bd', '#6e8392', '#dccdb6', '#54727f'),
    createPalette('#3a3566', '#7d5d92', '#dd8f9c', '#ffc59a', '#ffeac0', '#ffb8a4', '#5f4a80', '#dba3a4', '#594b7c'),
  ],
  dusk: [
    createPalette('#141d42', '#44366b', '#b2586a', '#ff9a4c', '#ffdc94', '#ff8d5c', '#3a2b52', '#b56a5c', '#2e2a52'),
    createPalette('#0f2a3c', '#37586a', '#b98a6a', '#ffb766', '#ffe2a4', '#ffab6c', '#2d4354', '#b98f70', '#28445a'),
    createPalette('#1b1638', '#57305f', '#c8465a', '#ff7a45', '#ffd08a', '#ff6f5a', '#3a2048', '#b1505a', '#3a2450'),
  ],
  night: [
    createPalette('#03060f', '#081226', '#122443', '#24406a', '#dfe9ff', '#3f5785', '#0a1326', '#1d3556', '#101d38'),
    createPalette('#030a0f', '#07191f', '#0e2e36', '#1f5056', '#e4f6ee', '#3c6a70', '#07171c', '#194048', '#0c2730'),
    createPalette('#070511', '#130d2a', '#251a48', '#423268', '#ece4ff', '#57477f', '#120d26', '#33285a', '#1c1638'),
  ],
}

export function choosePalette(mood: Mood): Palette {
  const chosen = mood.random('palette').pick(PALETTES[mood.light] as [Palette, ...Palette[]])
  if (!mood.storm && !mood.fog && !mood.rain) return chosen
  const grey = mood.light === 'night' ? parseHex('#22304a') : mood.storm ? parseHex('#46505c') : parseHex('#8b959d')
  const share = mood.storm ? 0.62 : 0.5
  const dim = mood.storm ? 0.72 : 0.92
  const soften = (color: Rgb) => scaleColor(mix(color, grey, share), dim)
  return {
    zenith: soften(chosen.zenith),
    upper: soften(chosen.upper),
    lower: soften(chosen.lower),
    horizon: mix(chosen.horizon, grey, share * 0.7),
    sun: mix(chosen.sun, grey, share * 0.6),
    cloudLit: mix(chosen.cloudLit, grey, share * 0.8),
    cloudShade: soften(chosen.cloudShade),
    haze: mix(chosen.haze, grey, share * 0.8),
    ambient: soften(chosen.ambient),
  }
}
