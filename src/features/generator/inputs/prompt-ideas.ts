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
      title: 'Sunset at sea',
      prompt: 'A calm sea at sunset, the camera glides low over the water; soft waves, light wind.',
      picture: '/images/stills/effect-asmr.jpg',
    },
    {
      title: 'Marbles on wood',
      prompt:
        'Glass marbles roll down a wooden track in low sun, one after another, close up; rolling, clicks, a quiet room.',
      picture: '/images/stills/asmr3.jpg',
    },
    {
      title: 'Meters at night',
      prompt:
        'Two lit level meters in a dark studio, their needles follow a slow melody, shallow focus; electric piano, tape hiss.',
      picture: '/images/stills/ready.jpg',
    },
  ],
  image: [
    {
      title: 'Slow push in',
      prompt:
        'The camera moves slowly toward the center of the image; everything else stays still. Light wind, distant voices.',
      picture: '/images/stills/asmr1.jpg',
    },
    {
      title: 'Light moves across',
      prompt:
        'Warm light moves slowly across the scene, shadows follow; small reflections appear and fade. A low hum, a distant clock.',
      picture: '/images/stills/hero.jpg',
    },
    {
      title: 'Rain sets in',
      prompt:
        'Rain sets in, drops run down the glass, the lights behind it blur; nothing else moves. Rain, a far thunder.',
      picture: '/images/stills/record.jpg',
    },
  ],
}

export function isPromptIdea(prompt: string): boolean {
  return Object.values(PROMPT_IDEAS).some((ideas) => ideas.some((idea) => idea.prompt === prompt))
}
