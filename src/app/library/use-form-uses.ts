import { useMemo } from 'react'
import type { Reuse } from '@/features/generator/inputs/form-store'
import { loadCode } from '@/lib/browser/missing-code'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { useServices } from '@/state/services-context'

/** Returns the actions that reuse a job in the form. `fill` sets the form's values and navigates to it. */
export function useFormUses(fill: (input: Reuse) => void | Promise<void>) {
  const services = useServices()
  return useMemo(
    () => ({
      onReuse: (job: Job, image: File | null, inputs: NonNullable<Reuse['inputs']>) =>
        fill({ fields: { ...pickFields(job), mode: job.mode }, image, inputs, seed: job.seed }),
      onOwnModel: ({ id, model }: SucceededJob, use: 'extend' | 'edit') =>
        fill({ fields: { model, mode: 'image' }, inputs: { source: { jobId: id, use } } }),
      onContinue: (job: Job, frame: File) =>
        fill({
          fields: { ...pickFields(job), mode: 'image' },
          image: frame,
          inputs: job.resolution ? { resolution: job.resolution } : {},
        }),
      async onNewTake(job: SucceededJob, image: File | null) {
        const { startNewTake } = await loadCode(() => import('@/features/generator/start-new-take'))
        return startNewTake(services, job, image)
      },
      async onUpscale(job: SucceededJob) {
        const { startUpscale } = await loadCode(() => import('@/features/generator/start-new-take'))
        return startUpscale(services, job)
      },
    }),
    [services, fill],
  )
}

/** An upscaled video has its source's fields, but for the model, which generates nothing from them. */
function pickFields({ model, prompt, negativePrompt, length, aspectRatio, generateAudio, inputKind }: Job) {
  const fields = { prompt, negativePrompt, length, aspectRatio, generateAudio }
  return inputKind === 'upscale' ? fields : { ...fields, model }
}
