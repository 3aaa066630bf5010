// What passes between the service and the render worker.

export interface RenderRequest {
  /** Prompt without fault words; may be empty for a picture. */
  prompt: string
  seed: number
  seconds: number
  sound: boolean
  /** File of the uploaded picture; null renders a scene from the prompt. */
  picturePath: string | null
  /** The MP4 appears under this name only when it is complete. */
  outPath: string
}

export type RenderAnswer = { ok: true } | { ok: false; message: string }
