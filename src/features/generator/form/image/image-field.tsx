import type { Form } from '../../inputs/form-store'
import { ImageSlot } from './image-slot'

interface ImageFieldProps {
  form: Form
  problem: string | null
  /** The image's role in the video, if there are several. */
  label?: string
  noun?: string
}

/** The form's first image. */
export function ImageField({ form, problem, label = 'Image', noun = 'image' }: ImageFieldProps) {
  return <ImageSlot intake={form.intake} name="image" {...{ label, noun, problem }} />
}
