// Chooses the colors of a card. The prompt's words suggest them: dark colors for night, light ones for snow and sun.
// Without such words, any palette can be chosen.
import { parseHex, type Rgb } from '../../draw/color.ts'
import type { Mood } from '../../mood.ts'
import type { Topic } from '../../prompt/words.ts'

const PARTS = ['back', 'shade', 'bold', 'second', 'accent', 'ink'] as const

/**
 * The colors of a card. `ink` and `accent` (for stressed words) are readable on `back` and `shade`. `bold` and `second`
 * are for the area next to the type.
 */
export type CardPalette = Record<(typeof PARTS)[number], Rgb>

const createCardPalette = (...colors: string[]) =>
  Object.fromEntries(PARTS.map((part, i) => [part, parseHex(colors[i] ?? '')])) as CardPalette

const DARK = {
  coal: createCardPalette('#12141a', '#242833', '#ff5a3c', '#f2c14e', '#ffb454', '#f6f2ea'),
  night: createCardPalette('#0a1130', '#17225a', '#3d5bff', '#9fb4ff', '#b4c6ff', '#f3f5ff'),
  rain: createCardPalette('#0e1a24', '#1d3346', '#3f86b5', '#8fc3e6', '#9fd3f5', '#eef5fa'),
  sea: createCardPalette('#06222b', '#0d3c49', '#14a3a0', '#f4d58d', '#7fe6d2', '#effaf6'),
  leaf: createCardPalette('#0f2117', '#1d3d2a', '#4f9d4a', '#e6c65a', '#c9e97a', '#f3f7ea'),
  neon: createCardPalette('#1a0b2e', '#331556', '#e0319c', '#31d3e0', '#ff9bd6', '#fdf2fb'),
  room: createCardPalette('#2a150d', '#472616', '#c8642b', '#f0c27a', '#ffc98a', '#fbf1e6'),
  plum: createCardPalette('#2b0f24', '#481a3c', '#b83a6e', '#f49a6a', '#ffb9a8', '#fdf0ee'),
  wine: createCardPalette('#31121a', '#4e1e2a', '#d9465f', '#f6b8a2', '#ffc5b6', '#fff3ef'),
  frost: createCardPalette('#16222e', '#26394a', '#7da7c7', '#e8f2ff', '#bfe0ff', '#f6fafe'),
  ember: createCardPalette('#2b1d10', '#46301a', '#d08a3a', '#f2d08a', '#ffd28f', '#fcf3e4'),
  cobalt: createCardPalette('#1b37b8', '#152b96', '#ff6b4a', '#8fd0ff', '#ffe07a', '#ffffff'),
  green: createCardPalette('#0b4a3a', '#083b2e', '#f2a541', '#9fd8b8', '#ffdf94', '#fbfff8'),
  crimson: createCardPalette('#8a1530', '#6f0f26', '#ff8f5a', '#f7c9a0', '#ffd6b8', '#fff8f2'),
}

const LIGHT = {
  cream: createCardPalette('#f3ead9', '#e6d8bd', '#d9482b', '#1f4e5f', '#a32c16', '#1c1a17'),
  ice: createCardPalette('#e6eff6', '#cddde9', '#2f6fa8', '#0f2f4f', '#14507d', '#0f1c28'),
  mint: createCardPalette('#dff0e4', '#c4e0cd', '#1f8a5b', '#f2a541', '#0c5a39', '#10241a'),
  sand: createCardPalette('#f2dfbd', '#e5c998', '#c8612b', '#5b3a1e', '#85330d', '#2a1a0d'),
  blush: createCardPalette('#f8dfd9', '#eec6bd', '#d6406b', '#5a2a4a', '#941a41', '#2b1220'),
  lemon: createCardPalette('#f7e463', '#ebd03c', '#e2432a', '#1b3a6b', '#8f1c0a', '#1d1a08'),
  sky: createCardPalette('#bfe0f5', '#a5cfea', '#ff6b3d', '#0f4c81', '#0c3578', '#0c1d2e'),
  stone: createCardPalette('#dcdad4', '#c6c2b9', '#e0572e', '#3c3c3a', '#86290c', '#191918'),
}

type Name = keyof typeof DARK | keyof typeof LIGHT

export const CARD_PALETTES: Readonly<Record<Name, CardPalette>> = { ...DARK, ...LIGHT }

/** The palettes of each topic. Earlier entries take priority. */
const BY_TOPIC: readonly (readonly [topics: readonly Topic[], names: readonly Name[]])[] = [
  [
    ['rain', 'storm'],
    ['rain', 'stone', 'cobalt', 'plum', 'ice', 'coal'],
  ],
  [['snow'], ['ice', 'night', 'stone', 'cobalt', 'sky', 'frost', 'blush']],
  [
    ['night', 'nightSky'],
    ['night', 'neon', 'coal', 'plum', 'cobalt'],
  ],
  [
    ['ocean', 'seaside', 'boat'],
    ['sea', 'sky', 'cobalt', 'mint', 'sand'],
  ],
  [
    ['dusk', 'desert'],
    ['plum', 'ember', 'crimson', 'cobalt', 'wine', 'sand', 'lemon'],
  ],
  [['dawn'], ['blush', 'wine', 'sand', 'sky']],
  [
    ['wood', 'garden'],
    ['leaf', 'green', 'mint', 'lemon', 'ember'],
  ],
  [['town'], ['neon', 'coal', 'cobalt', 'lemon', 'stone']],
  [['indoors'], ['room', 'cream', 'plum', 'coal', 'crimson', 'blush', 'green']],
]

const DARKENING: readonly Topic[] = ['night', 'nightSky', 'dark', 'dusk', 'storm']
const BRIGHTENING: readonly Topic[] = ['bright', 'sun', 'day', 'snow']

export function chooseCardPalette(mood: Mood): CardPalette {
  const has = (topics: readonly Topic[]) => topics.some((topic) => mood.topics.has(topic))
  const named = BY_TOPIC.find(([topics]) => has(topics))?.[1]
  const all = Object.keys(CARD_PALETTES) as Name[]
  const fits = (name: Name) => (has(DARKENING) ? name in DARK : has(BRIGHTENING) ? name in LIGHT : true)
  const found = [named?.filter(fits), named, all].find((names) => names && names.length > 0) ?? all
  return CARD_PALETTES[mood.pickForTake('card colors', found as [Name, ...Name[]])]
}
