import type { Feature } from './copy'
import { FeatureMark } from './feature-mark'

/** One clip of the edit: what it is called, what it says, and its wave along the foot. */
export function FeatureCard({ feature: { title, text, mark } }: { feature: Feature }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-md bg-panel">
      <div className="px-5 pt-5 pb-6">
        <h3 className="text-heading">{title}</h3>
        <p className="mt-2 text-soft">{text}</p>
      </div>
      <div className="mt-auto bg-raise/45 px-5 py-3">
        <FeatureMark mark={mark} />
      </div>
    </article>
  )
}
