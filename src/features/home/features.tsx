import { joinClasses } from '@/components/join-classes'
import { Section } from '@/components/section'
import { useModelFacts } from '@/state/capabilities'
import { FeatureCard } from './feature-card'
import { FEATURES_INTRO, listFeatures } from './lower-copy'

/** Column spans of the cards. The wide grid has 12 columns. */
const LENGTHS = [
  ['sm:col-span-3 lg:col-span-7 lg:row-span-2', 'sm:col-span-2 lg:col-span-5', 'lg:col-span-5'],
  ['lg:col-span-4', 'lg:col-span-3', 'lg:col-span-5'],
  ['lg:col-span-3', 'lg:col-span-5', 'lg:col-span-4'],
]

export function Features() {
  const facts = useModelFacts()
  return (
    <Section
      title="Key Features"
      layout="spread"
      className="[--split:calc(8rem+(100%-7.75rem)*7/12)]"
      intro={FEATURES_INTRO}
    >
      <div className="grid gap-10 lg:gap-1">
        {listFeatures(facts).map(({ name, features }, track) => (
          <div key={name} className="grid grid-cols-1 gap-x-6 gap-y-3 lg:grid-cols-[6.5rem_minmax(0,1fr)]">
            <p className="text-heading wide text-soft lg:border-t lg:border-hairline lg:pt-4.5">{name}</p>
            <ul className="grid grid-cols-1 gap-1 sm:grid-cols-3 lg:grid-cols-12">
              {features.map((feature, clip) => (
                <li key={feature.title} className={joinClasses('grid grid-cols-1', LENGTHS[track]?.[clip])}>
                  <FeatureCard feature={feature} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}
