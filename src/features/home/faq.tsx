import { Link } from 'react-router-dom'
import { Accordion } from '@/components/accordion'
import { Section } from '@/components/section'
import { useModelFacts } from '@/state/capabilities'
import { listQuestions } from './lower-copy'

export function Faq() {
  const facts = useModelFacts()
  return (
    <Section title="Questions before you start" layout="beside">
      <Accordion
        items={listQuestions(facts).map(({ title, answer, link }) => ({
          title,
          content: (
            <p>
              {answer}
              {link && (
                <>
                  {' '}
                  <Link to={link.to} className="text-amber underline-offset-4 hover:underline">
                    {link.label}
                  </Link>
                </>
              )}
            </p>
          ),
        }))}
      />
    </Section>
  )
}
