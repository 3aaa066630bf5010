// 16:9 loops made by tools/media/. A site owner replaces them with videos and posters of the same names, and their descriptions here. `silent`
// and `avif` are replaced along with them, or left out.

export interface Footage {
  video: string
  /** The address of the first frame, 1280 x 720. */
  poster: string
  /** The address of the first frame at 320 x 180. */
  still: string
  /** The address of the video without sound as AV1, at a fraction of the bytes. */
  silent?: string
  /** The address of the poster as AVIF, where the poster is a JPEG. */
  avif?: string
  /** The description for assistive technology: the picture and the sound. */
  description: string
}

/** Labels every clip 'Demo'. */
export const DEMO_RENDERS: boolean = true

export const FOOTAGE = {
  asmr1: createFootage('asmr1', 'Keys on a mechanical keyboard are pressed slowly, one by one.'),
  asmr2: createFootage('asmr2', 'Drops fall into dark, still water and send ripples across it.'),
  asmr3: createFootage('asmr3', 'Glass marbles roll over wood and knock into each other.'),
  effectKissing: createFootage('effect-kissing', 'Two figures in silhouette lean in and kiss in front of a low sun.'),
  effectAsmr: createFootage('effect-asmr', 'Close-up of drops falling into still water.'),
  ready: createFootage('ready', 'The needles of two lit level meters follow a melody.'),
  whisper: {
    ...createFootage('whisper', 'A woman with a phone in the dark, in front of a rainy window, whispers a word.'),
    poster: '/images/posters/whisper.jpg',
    avif: '/images/posters/whisper.avif',
  },
  hero: {
    ...createFootage('hero', 'A tape machine turns in front of a window at dusk.'),
    silent: '/videos/hero.av1.mp4',
    poster: '/images/posters/hero.jpg',
    avif: '/images/posters/hero.avif',
  },
} satisfies Record<string, Footage>

function createFootage(name: string, description: string): Footage {
  return {
    video: `/videos/${name}.mp4`,
    poster: `/images/posters/${name}.avif`,
    still: `/images/stills/${name}.jpg`,
    description,
  }
}
