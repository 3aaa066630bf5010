// The footage of the public pages: 16:9 loops made by the programs in media/, each with a poster, its first frame. Whoever
// runs the site puts real videos of the same names in their place, says here what they show, and turns the label off.

export interface Footage {
  /** Address of the MP4. */
  video: string
  /** Address of the image shown until the clip plays, and in its place where it cannot: 1280x720. */
  poster: string
  /** The same image at 320x180, for where it is small. */
  still: string
  /** What is seen and heard, for whoever cannot see or hear it. */
  description: string
}

/** Marks every clip 'demo render'. */
export const DEMO_RENDERS: boolean = true

export const FOOTAGE = {
  asmr1: footage('asmr1', 'Keys of a mechanical keyboard go down slowly, one by one.'),
  asmr2: footage('asmr2', 'Drops fall into dark, still water and send rings across it.'),
  asmr3: footage('asmr3', 'Glass marbles roll over wood and knock into each other.'),
  effectKissing: footage('effect-kissing', 'Two figures in silhouette lean in and kiss in front of a low sun.'),
  effectAsmr: footage('effect-asmr', 'Drops fall into still water, seen from close by.'),
  ready: footage('ready', 'The needles of two lit level meters follow a melody.'),
  hero: footage('hero', 'A tape machine turns in front of a window at dusk.'),
} satisfies Record<string, Footage>

function footage(name: string, description: string): Footage {
  return {
    video: `/videos/${name}.mp4`,
    poster: `/images/posters/${name}.jpg`,
    still: `/images/stills/${name}.jpg`,
    description,
  }
}
