import type { Fields } from '@/state/jobs/fields'

interface PromptIdea {
  title: string
  prompt: string
  /** The URL of a picture from our own clips (tools/media/). */
  picture: string
}

export const PROMPT_IDEAS: Record<Fields['mode'], readonly PromptIdea[]> = {
  text: [
    {
      title: 'Ripples at sunset',
      prompt:
        'A calm sea at sunset, close to the water, rings spread over the surface; single drops, soft waves, wind.',
      picture: '/images/stills/asmr2.jpg',
    },
    {
      title: 'City at dusk',
      prompt:
        'A city skyline at dusk, windows light up one after another, the camera glides slowly to the right; distant traffic, one siren.',
      picture: '/images/posters/gallery/movie-2.avif',
    },
    {
      title: 'Forest at first light',
      prompt:
        'Sunrise in a pine forest, mist between the trunks, the camera glides low over moss; birdsong, a stream, dripping leaves.',
      picture: '/images/posters/gallery/animation-1.avif',
    },
  ],
  image: [
    {
      title: 'Slow push in',
      prompt:
        'The camera moves slowly toward the center of the image; everything else stays still. Light wind, distant voices.',
      picture: '/images/stills/asmr3.jpg',
    },
    {
      title: 'Light moves across',
      prompt:
        'Warm light moves slowly across the scene, shadows follow; small reflections appear and fade. A low hum, a distant clock.',
      picture: '/images/stills/hero.jpg',
    },
    {
      title: 'Say a line',
      prompt:
        'The person looks into the camera, takes a breath, smiles and says: "I have been waiting for you." A quiet room.',
      picture: '/images/stills/whisper.jpg',
    },
  ],
}

export function isPromptIdea(prompt: string): boolean {
  return Object.values(PROMPT_IDEAS).some((ideas) => ideas.some((idea) => idea.prompt === prompt))
}
