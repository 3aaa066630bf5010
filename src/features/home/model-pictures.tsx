// Draws parts of the generator that depend on the offered models, so that no picture of them becomes wrong. They are
// decorative, because the cards' texts say the same.
import { Volume2, VolumeX } from 'lucide-react'
import { getButtonClass } from '@/components/button-class'
import { joinClasses } from '@/components/join-classes'
import { chooseOffered, DEFAULT_MODEL_ID } from '@/config/models'
import { useModelFacts } from '@/state/capabilities'

export function Models() {
  const { samples } = useModelFacts()
  return (
    <ul aria-hidden="true" className="rounded-md bg-ink p-1 text-sm select-none">
      {samples.map(({ id, name, logo, credits, hasSound }, index) => {
        const Sound = hasSound ? Volume2 : VolumeX
        return (
          <li
            key={id}
            className={joinClasses(
              'flex items-center gap-2.5 rounded-sm px-2.5 py-2',
              index === samples.length - 1 && 'bg-raise font-semibold',
            )}
          >
            <img src={logo} alt="" width="24" height="24" loading="lazy" className="rounded-sm" />
            {name}
            <Sound className="size-4 text-soft" />
            <span className="ml-auto font-normal text-amber tabular-nums">{credits} credits</span>
          </li>
        )
      })}
    </ul>
  )
}

export function Price() {
  const { credits } = chooseOffered(useModelFacts().models, DEFAULT_MODEL_ID)
  return (
    <div aria-hidden="true" className={getButtonClass('primary', 'lg', 'w-full select-none')}>
      <span>
        Generate Video <span className="font-normal whitespace-nowrap">{credits} credits</span>
      </span>
    </div>
  )
}
