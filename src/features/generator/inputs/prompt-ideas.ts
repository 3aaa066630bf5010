import type { Fields } from '@/state/jobs/fields'

interface PromptIdea {
  title: string
  prompt: string
}

export const PROMPT_IDEAS: Record<Fields['mode'], readonly PromptIdea[]> = {
  text: [
    {
      title: 'Lighthouse in the rain',
      prompt: 'A lighthouse in the rain at night, its beam over the rocks; distant thunder, one foghorn, waves.',
    },
    {
      title: 'Dunes at sunset',
      prompt:
        'Sand dunes at sunset, long shadows, the camera glides low over the crests; gusts of wind, drifting sand.',
    },
    {
      title: 'Forest at first light',
      prompt:
        'Sunrise in a pine forest, mist between the trunks, the camera glides low over moss; birdsong, a stream, dripping leaves.',
    },
  ],
  image: [
    {
      title: 'Slow push in',
      prompt:
        'The camera moves slowly toward the center of the image; everything else stays still. Light wind, distant voices.',
    },
    {
      title: 'A breath of wind',
      prompt:
        'Wind moves through hair, leaves, and cloth; clouds drift; the light shifts slightly. Rustling, a distant bird.',
    },
    {
      title: 'Say a line',
      prompt:
        'The person looks into the camera, takes a breath, smiles and says: "I have been waiting for you." A quiet room.',
    },
  ],
}

export function isPromptIdea(prompt: string): boolean {
  return Object.values(PROMPT_IDEAS).some((ideas) => ideas.some((idea) => idea.prompt === prompt))
}
