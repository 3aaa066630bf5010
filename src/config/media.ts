// Lists the site's 16:9 loops, which tools/media/ creates. To use your own, replace the videos and posters under the
// same names, and change their descriptions here. Replace the `silent` and `avif` files too, or remove both fields.

export interface Footage {
  video: string
  /** The URL of the first frame, 1280 x 720 pixels. */
  poster: string
  /** The URL of the first frame, 320 x 180 pixels. */
  still: string
  /** The URL of the video without sound as AV1, a much smaller file. */
  silent?: string
  /** The URL of the poster as AVIF, if the poster is a JPEG. */
  avif?: string
  /** A description of picture and sound for assistive technology. */
  description: string
}

/** Whether every clip is labeled 'Demo'. */
export const DEMO_RENDERS: boolean = true

export const FOOTAGE = {
  asmr1: createFootage('asmr1', 'Keys on a mechanical keyboard are pressed slowly, one by one.'),
  asmr2: createFootage('asmr2', 'Drops fall into dark, still water and send ripples across it.'),
  asmr3: createFootage('asmr3', 'Glass marbles roll over wood and knock into each other.'),
  effectKissing: createFootage('effect-kissing', 'Two figures in silhouette lean in and kiss in front of a low sun.'),
  effectAsmr: createFootage('effect-asmr', 'Close-up of drops falling into still water.'),
  ready: createFootage('ready', 'The needles of two lit level meters follow a melody.'),
  record: createFootage('record', 'A record plays in front of a rainy window and neon signs.'),
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
