import { PromptActions } from '../prompt-actions'
import { type KissScene, promptOf } from './scenes'

export function ScenePage({ scene }: { scene: KissScene }) {
  const { place, action, sound } = scene
  return (
    <article className="flex flex-col p-[min(1.5rem,7vw)] sm:p-8">
      <h3 className="text-sm leading-5 font-semibold tracking-[0.08em] uppercase">{place}</h3>
      <p className="mt-5 text-soft">{action}</p>
      <p className="mt-4 text-soft">
        <span className="font-semibold text-amber">Sound:</span> {sound}
      </p>
      <div className="mt-5 grow content-end">
        <PromptActions prompt={promptOf(scene)} />
      </div>
    </article>
  )
}
