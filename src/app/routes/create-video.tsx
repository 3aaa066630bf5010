import { useCallback, useRef } from 'react'
import { useKeptFocus } from '@/components/use-kept-focus'
import { MODELS } from '@/config/models'
import { Generator, type GeneratorHandle } from '@/features/generator/generator'
import { Library } from '@/features/library/library'
import type { Job } from '@/lib/jobs-api'

/** The generator, and under it what it made. */
export function CreateVideoPage() {
  const generator = useRef<GeneratorHandle>(null)
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page)

  const reuse = useCallback((job: Job, picture: File | null) => {
    generator.current?.reuse({ fields: { ...fieldsOf(job), mode: job.mode }, picture, seed: job.seed })
  }, [])

  const goOn = useCallback((job: Job, frame: File) => {
    generator.current?.reuse({ fields: { ...fieldsOf(job), mode: 'image' }, picture: frame })
  }, [])

  return (
    <div ref={page}>
      <Generator ref={generator} />
      <Library onReuse={reuse} onContinue={goOn} />
    </div>
  )
}

/** A model that is no longer offered leaves the form's own. */
function fieldsOf({ model, prompt, negativePrompt, length, generateAudio }: Job) {
  const known = MODELS.find(({ id }) => id === model)
  return { prompt, negativePrompt, length, audio: generateAudio, ...(known ? { modelId: known.id } : {}) }
}
