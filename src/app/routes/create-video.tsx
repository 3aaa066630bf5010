import { useCallback, useRef } from 'react'
import { Generator } from '@/features/generator/generator'
import { useGivenPrompt } from '@/features/generator/use-given-prompt'
import { useNewTake } from '@/features/generator/use-new-take'
import { useReuse } from '@/features/generator/use-reuse'
import { Library } from '@/features/library/library'
import type { Job } from '@/state/jobs/job'
import { useKeptFocus } from './use-kept-focus'

export function Page() {
  const prompt = useRef<HTMLTextAreaElement>(null)
  const reuse = useReuse(prompt)
  const startTake = useNewTake()
  const page = useRef<HTMLDivElement>(null)
  useKeptFocus(page)
  useGivenPrompt()

  const startAgain = useCallback(
    (job: Job, image: File | null) => reuse({ fields: { ...pickFields(job), mode: job.mode }, image, seed: job.seed }),
    [reuse],
  )
  const goOn = useCallback(
    (job: Job, frame: File) => reuse({ fields: { ...pickFields(job), mode: 'image' }, image: frame }),
    [reuse],
  )

  const newTake = useCallback(
    (job: Job, image: File | null) => startTake({ ...pickFields(job), mode: job.mode, seed: null }, image),
    [startTake],
  )

  return (
    <div ref={page}>
      <Generator prompt={prompt} />
      <Library onReuse={startAgain} onContinue={goOn} onNewTake={newTake} />
    </div>
  )
}

function pickFields({ model, prompt, negativePrompt, length, aspectRatio, generateAudio }: Job) {
  return { model, prompt, negativePrompt, length, aspectRatio, generateAudio }
}
