import { Volume2, VolumeX } from 'lucide-react'
import type { Model } from '@/config/models'

interface ModelLineProps {
  model: Model
  credits: number
  /** Whether the line is in the list, which also shows what the model offers. */
  isListed?: boolean
}

export function ModelLine({ model, credits, isListed = false }: ModelLineProps) {
  const Sound = model.hasSound ? Volume2 : VolumeX
  return (
    <span className="model-line">
      <img src={model.logo} alt="" width="36" height="36" />
      <span className="model-name">
        {model.name}
        {/* The description already says it. */}
        {!isListed && <Sound aria-hidden="true" className="size-4 text-soft" />}
      </span>{' '}
      <span className="hidden">·</span> <span className="model-description">{model.description}</span>{' '}
      <span className="hidden">·</span> <span className="model-credits">{credits} credits</span>
      {/* The style sheet shows the text, because a browser that can't style a select would show it without gaps. */}
      {isListed && (
        <span className="model-badges">
          {[model.hasSound ? 'Sound' : 'Silent', ...listOffers(model)].map((offer) => (
            <span key={offer} data-offer={offer} />
          ))}
        </span>
      )}
    </span>
  )
}

/** Returns the badges of a model: its best resolution, references, and whether it ends soon. */
function listOffers({ inputs, ending }: Model): string[] {
  const best = inputs?.resolutions.at(-1)?.name
  return [...(best ? [best] : []), ...(inputs?.references ? ['References'] : []), ...(ending ? ['Ends soon'] : [])]
}

/** Returns an option's name for screen readers. */
export function describeModel(model: Model, credits: number): string {
  return [model.name, model.description, `${credits} credits`, ...listOffers(model)].join(' · ')
}
