// What the form shares with the code of further inputs: last frame, references, a video to continue or edit, resolution. That code
// (../advanced-inputs/) loads with the first model that takes one of them, and then fills `form.advanced`.
import type { InputKind, ReferenceRole } from '@contract/inputs'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import type { SucceededJob } from '@/state/jobs/job'
import type { JobsState } from '@/state/jobs/jobs-state'
import type { JobInput } from '@/state/jobs/start-job'
import type { FormProblem } from './validate'

/** A place in the window, in CSS pixels. */
export interface PointerPosition {
  clientX: number
  clientY: number
}

/** The further inputs of the form at one moment, as the chosen model takes them. */
export interface AdvancedSnapshot {
  kind: InputKind
  /** True if the form's own image is sent. */
  hasFirstImage: boolean
  /** The placeholder of the prompt. Undefined for the usual one. */
  promptHint: string | undefined
  /** The image that the panel shows while the video is generated. Undefined for the form's own. */
  image: Blob | null | undefined
  /** Returns the price of one video in credits, and the `source` of its hold. */
  price(model: Model, prices: JobsState['prices']): { price: number; source: string }
  /** Returns what is wrong with the inputs for these models. */
  findProblem(models: readonly Model[]): FormProblem | null
  /** Returns the input of jobs that start together. `videos`: the number of them. */
  createInput(models: readonly Model[], videos: number): JobInput | null
  /** Takes dropped or pasted files. Returns false for files that are not for these inputs. */
  acceptFiles(files: readonly File[], point: PointerPosition | null): boolean
  /** Puts a video into the form to continue it. Null if the chosen model can't continue videos. */
  extend: ((job: SucceededJob) => void) | null
  /** Puts a video into the form to edit it. Null if the chosen model can't edit videos. */
  edit: ((job: SucceededJob) => void) | null
  /** Adds an image to the references. Null if the chosen model takes none. */
  addReference: ((image: File) => void) | null
  /** Restores what the last refill replaced. */
  undo(): void
  clear(): void
}

/** Inputs of a job to put into the form. Absent ones are removed. */
export interface AdvancedRefill {
  last?: File | undefined
  references?: readonly { role: ReferenceRole; file: File }[]
  source?: { jobId: string; use: 'extend' | 'edit' } | undefined
  resolution?: string | undefined
}

/** Returns the input of a form that has only a first image. */
export function createImageInput(mode: Fields['mode'], readImage: (() => Promise<string>) | null): JobInput | null {
  return mode === 'image' && readImage ? { read: async () => ({ image: await readImage() }) } : null
}
