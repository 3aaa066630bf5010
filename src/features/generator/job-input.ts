import { type Fields, MAX_SEED } from './form/fields'

/** The `input` of a create request, in the vendor's words. */
export interface JobInput {
  prompt: string
  negativePrompt: string
  length: 5 | 8
  aspectRatio: '16:9'
  /** 0 to 999. */
  seed: number
  generateAudio?: boolean
  /** A base64 data URI, for image jobs alone. */
  image?: string
}

export interface JobInputOptions {
  image: string | null
  /** False leaves the field out: a vendor may refuse what its model does not list, and only our gateway filters. */
  sendsAudio: boolean
  /** Drawn before, so that it is known to whoever shows the job. */
  seed: number
}

/** The seed that was chosen, or one drawn for this job alone. @param random 0 up to 1, as Math.random */
export function chooseSeed({ seed }: Fields, random: () => number): number {
  return seed ?? Math.floor(random() * (MAX_SEED + 1))
}

export function jobInput(fields: Fields, { image, sendsAudio, seed }: JobInputOptions): JobInput {
  return {
    prompt: fields.prompt.trim(),
    negativePrompt: fields.negativePrompt.trim(),
    length: fields.length,
    aspectRatio: '16:9',
    seed,
    ...(sendsAudio ? { generateAudio: fields.audio } : {}),
    ...(image === null ? {} : { image }),
  }
}
