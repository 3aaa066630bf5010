import { useCallback, useRef } from 'react'
import { Generator } from '@/features/generator/generator'
import { formFor, type Reuse } from '@/features/generator/inputs/form-store'
import { useBringIntoSight } from '@/features/generator/use-bring-into-sight'
import { useGivenPrompt } from '@/features/generator/use-given-prompt'
import { useReuse } from '@/features/generator/use-reuse'
import { Library } from '@/features/library/library'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { useServices } from '@/state/services-context'
import { useKeptFocus } from './use-kept-focus'

export function Page() {
  const prompt = useRef<HTMLTextAreaElement>(null)
  const reuse = useReuse(prompt)
  const services = useServices()
  const backToPrompt = useBringIntoSight(prompt)
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page)
  useGivenPrompt()

  const startAgain = useCallback(
    (job: Job, image: File | null, inputs: NonNullable<Reuse['inputs']>) =>
      reuse({ fields: { ...pickFields(job), mode: job.mode }, image, inputs, seed: job.seed }),
    [reuse],
  )
  const takeVideo = useCallback(
    ({ id, model }: SucceededJob, use: 'extend' | 'edit') =>
      reuse({ fields: { model, mode: 'image' }, inputs: { source: { jobId: id, use } } }),
    [reuse],
  )
  const goOn = useCallback(
    (job: Job, frame: File) => {
      const inputs = job.resolution ? { resolution: job.resolution } : {}
      reuse({ fields: { ...pickFields(job), mode: 'image' }, image: frame, inputs })
    },
    [reuse],
  )

  const newTake = useCallback(
    async (job: SucceededJob, image: File | null) => {
      const { startNewTake } = await import('@/features/generator/start-new-take')
      return startNewTake(services, job, image)
    },
    [services],
  )

  return (
    <div ref={page}>
      <Generator prompt={prompt} />
      <Library
        uses={formFor(services).extras}
        onTaken={backToPrompt}
        onReuse={startAgain}
        onOwnModel={takeVideo}
        onContinue={goOn}
        onNewTake={newTake}
      />
    </div>
  )
}

function pickFields({ model, prompt, negativePrompt, length, aspectRatio, generateAudio }: Job) {
  return { model, prompt, negativePrompt, length, aspectRatio, generateAudio }
}
