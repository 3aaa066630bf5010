import { ButtonLink } from '@/components/button-link'
import { Section } from '@/components/section'
import { paths } from '@/config/paths'
import { useModelFacts } from '@/state/capabilities'
import { listSteps } from './lower-copy'
import { Screen } from './screen'

export function Steps() {
  const facts = useModelFacts()
  return (
    <Section title="Your first video, in four steps">
      <div aria-hidden="true" className="ruler mb-4 hidden h-4 lg:block" />
      <ol className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {listSteps(facts).map(({ title, text, picture }, index) => (
          <li
            key={title}
            className="row-span-2 grid grid-cols-1 grid-rows-subgrid gap-y-5 rounded-md bg-panel p-[min(1.25rem,6vw)]"
          >
            <div>
              <h3 className="flex items-baseline gap-3 text-heading">
                <span className="narrow text-amber">{index + 1}</span>
                {title}
              </h3>
              <p className="mt-2 text-soft">{text}</p>
            </div>
            <div className="self-center">
              <Screen name={picture} />
            </div>
          </li>
        ))}
      </ol>
      <ButtonLink to={paths.createVideo} size="lg" className="mt-10">
        Start Your First Video
      </ButtonLink>
    </Section>
  )
}
