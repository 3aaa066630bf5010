import { FeatureMark } from './feature-mark'
import { FeatureTake } from './feature-take'
import type { Feature } from './later-copy'
import { PushIn } from './push-in'
import { ScriptLine } from './script-line'

export function FeatureCard({ feature: { title, text, mark, shown } }: { feature: Feature }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-md bg-panel">
      <div className="p-[min(1.25rem,6vw)] pb-6">
        <h3 className="text-heading">{title}</h3>
        <p className="mt-2 max-w-prose text-soft">{text}</p>
      </div>
      {shown?.as === 'take' ? (
        <FeatureTake footage={shown.footage} levels={shown.levels} />
      ) : (
        <div className="mt-auto grid grid-cols-1 gap-3 bg-raise/45 px-[min(1.25rem,6vw)] py-3">
          {shown?.as === 'push-in' && <PushIn picture={shown.footage.still} />}
          {shown?.as === 'script' && <ScriptLine line={shown.line} />}
          <FeatureMark mark={mark} />
        </div>
      )}
    </article>
  )
}
