import { ButtonLink } from '@/components/button-link'
import { joinClasses } from '@/components/join-classes'
import { Section } from '@/components/section'
import { paths } from '@/config/paths'
import { STEPS } from './later-copy'
import { StepSketch } from './step-sketch'

const STARTS = ['lg:col-start-1', 'lg:col-start-3', 'lg:col-start-5', 'lg:col-start-7']

export function Steps() {
  return (
    <Section title="Your first video, in four steps">
      <div aria-hidden="true" className="ruler mb-4 hidden h-4 lg:block" />
      <ol className="grid grid-cols-1 gap-2 lg:grid-cols-12">
        {STEPS.map(({ title, text }, index) => (
          <li
            key={title}
            className={joinClasses(
              'grid grid-cols-1 items-center gap-x-8 gap-y-5 rounded-md bg-panel p-[min(1.25rem,6vw)] sm:grid-cols-2 sm:p-6 lg:col-span-6',
              STARTS[index],
            )}
          >
            <div>
              <h3 className="flex items-baseline gap-3 text-heading">
                <span className="narrow text-amber">{index + 1}</span>
                {title}
              </h3>
              <p className="mt-2 text-soft">{text}</p>
            </div>
            <StepSketch step={index} />
          </li>
        ))}
        <li className="row-start-5 mt-4 list-none lg:col-span-5 lg:col-start-1 lg:row-start-4 lg:mt-0 lg:self-end">
          <ButtonLink to={paths.createVideo} size="lg">
            Start Your First Video
          </ButtonLink>
        </li>
      </ol>
    </Section>
  )
}
