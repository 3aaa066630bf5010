import type { JobInput, SentInput } from '@/state/jobs/start-job'
import { imageToDataUri, type PreparedImage } from '../image/image'
import type { FittedInputs } from './advanced-inputs'
import type { Uploads } from './uploads'

interface Options {
  /** The form's first image. */
  first: PreparedImage | null
  uploads: Uploads
  /**
   * Whether to upload the first image and send its ID. False sends the image itself, for models without advanced
   * inputs.
   */
  uploadsFirst: boolean
}

/** Returns the shared input of jobs that start together. Its files are uploaded once, before the first hold. */
export function createSentInput(fitted: FittedInputs, { first, uploads, uploadsFirst }: Options): JobInput | null {
  const { kind, resolution } = fitted
  const more: SentInput = resolution === undefined ? {} : { resolution }
  if (kind === 'text') return resolution === undefined ? null : { read: async () => more }
  return { read: async () => ({ ...more, ...(await readImages()) }), forget: uploads.forget }

  async function readImages(): Promise<SentInput> {
    const { last, references, voice, source } = fitted
    if (source) return { source: { job: source.jobId, use: source.use } }
    if (kind === 'references') {
      const send = async ({ role, image }: (typeof references)[number]) =>
        image ? [{ role, image: await uploads.upload(image) }] : []
      const [list, audio] = await Promise.all([
        Promise.all(references.map(send)),
        voice ? uploads.uploadVoice(voice.file) : null,
      ])
      if (list.length === 0) return {}
      return { references: list.flat(), ...(audio ? { audio, voiceConsent: voice?.hasConsent } : {}) }
    }
    const [image, lastImage] = await Promise.all([
      first && (uploadsFirst ? uploads.upload(first) : imageToDataUri(first)),
      last && uploads.upload(last),
    ])
    return { ...(image ? { image } : {}), ...(lastImage ? { lastImage } : {}) }
  }
}
