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
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-b border-hairline py-4 @max-3xs:grid-cols-1 @2xl:grid-cols-[9.5rem_1fr_6.5rem_7rem]"
          >
            <h3 className="text-heading">{name}</h3>
            <p className="text-soft @3xs:@max-2xl:row-start-2">{description}</p>
            <p className="flex items-center gap-2 text-sm text-soft @3xs:@max-2xl:row-start-2 @3xs:@max-2xl:justify-end">
              {hasSound ? (
                <Volume2 aria-hidden="true" className="size-4 text-amber" />
              ) : (
                <VolumeX aria-hidden="true" className="size-4" />
              )}
              {hasSound ? 'With sound' : 'Silent'}
            </p>
            <p className="whitespace-nowrap @3xs:text-right @3xs:@max-2xl:col-start-2 @3xs:@max-2xl:row-start-1">
              <span className="text-xl wide tabular-nums">{credits}</span> <span className="text-soft">credits</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
