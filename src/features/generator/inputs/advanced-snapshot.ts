// Defines the interface between the form and the advanced inputs: last frame, references, voice, source video, and resolution.
// Their code (../advanced-inputs/) loads with the first model that accepts one of them, and then fills `form.advanced`.
import type { FormKind, ReferenceRole } from '@contract/inputs'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import type { SucceededJob } from '@/state/jobs/job'
import type { JobInput } from '@/state/jobs/start-job'
import type { FormProblem } from './validate'

/** A position in the window, in CSS pixels. */
export interface PointerPosition {
  clientX: number
  clientY: number
}

/** The form's advanced inputs at one moment, as the chosen model accepts them. */
export interface AdvancedSnapshot {
  kind: FormKind
  /** Whether the form's own image is sent. */
  hasFirstImage: boolean
  /** The roles of the references that are sent, in order. */
  references: readonly ReferenceRole[]
  /** Whether a voice is sent. */
  hasVoice: boolean
  /** The placeholder of the prompt. Undefined for the default. */
  promptHint: string | undefined
  /** The image that the panel shows during generation. Undefined for the form's own image. */
  image: Blob | null | undefined
  /** The chosen resolution. Undefined for the model's first one. */
  resolution: string | undefined
  /**
   * Returns the first problem of the inputs with these models.
   * @param getCastKind returns the kind of a model's job with the members that the prompt names; null if it names none
   */
  findProblem(models: readonly Model[], getCastKind: (model: Model) => FormKind | null): FormProblem | null
  /** Returns the input of jobs that start together. `videos`: their number. */
  createInput(models: readonly Model[], videos: number): JobInput | null
  /** Accepts dropped or pasted files. Returns false if the files aren't for these inputs. */
  acceptFiles(files: readonly File[], point: PointerPosition | null): boolean
  /** Adds a video to the form, to continue it. Null if the chosen model can't continue videos. */
  extend: ((job: SucceededJob) => void) | null
  /** Adds a video to the form, to edit it. Null if the chosen model can't edit videos. */
  edit: ((job: SucceededJob) => void) | null
  /** Adds an image to the references. Null if the chosen model accepts no references. */
  addReference: ((image: File) => void) | null
  /** Restores the inputs that the last refill replaced. */
  undo(): void
  clear(): void
}

/** A job's inputs to put into the form. Inputs that are missing here are removed from the form. */
export interface AdvancedRefill {
  last?: File | undefined
  references?: readonly { role: ReferenceRole; file: File }[]
  voice?: File | undefined
  source?: { jobId: string; use: 'extend' | 'edit' } | undefined
  resolution?: string | undefined
}

/** Returns the input of a form with only a first image. */
export function createImageInput(mode: Fields['mode'], readImage: (() => Promise<string>) | null): JobInput | null {
  return mode === 'image' && readImage ? { read: async () => ({ image: await readImage() }) } : null
}
