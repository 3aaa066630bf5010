import { useCallback, useRef } from 'react'
import { Generator } from '@/features/generator/generator'
import { useGivenPrompt } from '@/features/generator/use-given-prompt'
import { useReuse } from '@/features/generator/use-reuse'
import { Library } from '@/features/library/library'
import type { Job } from '@/state/jobs/job'
import { useKeptFocus } from './use-kept-focus'

export function Page() {
  const prompt = useRef<HTMLTextAreaElement>(null)
  const reuse = useReuse(prompt)
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

  return (
    <div ref={page}>
      <Generator prompt={prompt} />
      <Library onReuse={startAgain} onContinue={goOn} />
    </div>
  )
}

function pickFields({ model, prompt, negativePrompt, length, aspectRatio, generateAudio }: Job) {
  return { model, prompt, negativePrompt, length, aspectRatio, generateAudio }
}
