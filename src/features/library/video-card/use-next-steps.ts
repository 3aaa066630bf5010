import { Clapperboard, Dices, ImagePlus, type LucideIcon, Scaling, UserRoundPlus, WandSparkles } from 'lucide-react'
import { useStore } from '@/components/hooks/use-store'
import { useCapabilities } from '@/state/capabilities'
import type { SucceededJob } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import { priceTake, priceUpscale } from '@/state/videos/take-price'
import type { RowHandlers } from './row-handlers'

export interface NextStep {
  name: string
  /** The price in credits, if the action generates at once. */
  price?: number
  Icon: LucideIcon
  run: () => Promise<void>
}

/**
 * Returns what can be generated from a video. It uses the form's model if that model can, or else the video's own model.
 * There is no new take if that model is off. If the model has ended, a new take has no price, and says what follows it.
 */
export function useNextSteps(video: SucceededJob | null, handlers: RowHandlers): NextStep[] {
  const known = useStore(handlers.uses)
  const { models, upscaler } = useCapabilities()
  const prices = useJobs((state) => state.prices)
  if (!video) return []
  const model = models.find(({ id, isOn }) => isOn && id === video.model)
  const own = model?.inputs
  const steps: NextStep[] = [
    known?.extend || own?.extend
      ? { name: 'Continue this video', Icon: Clapperboard, run: () => handlers.onUseVideo(video, 'extend') }
      : { name: 'Continue from last frame', Icon: Clapperboard, run: () => handlers.onContinue(video) },
  ]
  const hasEnded = models.some(({ id, ending }) => id === video.model && ending?.isOver)
  if (model || hasEnded) {
    const take = { name: 'New take', Icon: Dices, run: () => handlers.onNewTake(video) }
    steps.unshift(model ? { ...take, price: priceTake(video, model, prices).price } : take)
  }
  if (known?.edit || own?.edit)
    steps.push({ name: 'Edit this video', Icon: WandSparkles, run: () => handlers.onUseVideo(video, 'edit') })
  const upscale = priceUpscale(video, upscaler, prices)
  if (upscale)
    steps.push({ name: 'Upscale', price: upscale.price, Icon: Scaling, run: () => handlers.onUpscale(video) })
  if (known?.addReference)
    steps.push({ name: 'Use a frame of this video', Icon: ImagePlus, run: () => handlers.onUseFrame(video) })
  const { onAddToCast } = handlers
  if (onAddToCast) steps.push({ name: 'Add to cast', Icon: UserRoundPlus, run: () => onAddToCast(video) })
  return steps
}
