import { Volume2, VolumeX } from 'lucide-react'
import { Section } from '@/components/section'
import { useModelFacts } from '@/state/capabilities'
import { describeSamePrice } from '@/state/model-facts'

export function ModelPrices() {
  const facts = useModelFacts()
  return (
    <Section
      className="pb-0"
      layout="beside"
      title="What a video costs"
      intro={`One price per model: ${describeSamePrice(facts, 'or', ', from a prompt or an image')}`}
    >
      <ul className="@container border-t border-hairline">
        {facts.models.map(({ id, name, description, hasSound, credits }) => (
          <li
            key={id}
            className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 border-b border-hairline py-6 @max-3xs:grid-cols-1 sm:grid-cols-[1fr_7rem_9rem]"
          >
            <div>
              <h3 className="text-heading">{name}</h3>
              <p className="text-soft">{description}</p>
            </div>
            <p className="flex items-center gap-2 text-sm text-soft @3xs:max-sm:row-start-2">
              {hasSound ? (
                <Volume2 aria-hidden="true" className="size-4 text-amber" />
              ) : (
                <VolumeX aria-hidden="true" className="size-4" />
              )}
              {hasSound ? 'With sound' : 'Silent'}
            </p>
            <p className="whitespace-nowrap @3xs:text-right @3xs:max-sm:col-start-2 @3xs:max-sm:row-span-2 @3xs:max-sm:row-start-1">
              <span className="text-2xl wide tabular-nums">{credits}</span> <span className="text-soft">credits</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
