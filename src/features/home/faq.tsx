import { Link } from 'react-router-dom'
import { Accordion } from '@/components/accordion'
import { Section } from '@/components/section'
import { QUESTIONS } from './lower-copy'

export function Faq() {
  return (
    <Section title="Questions before you start" layout="beside">
      <Accordion
        items={QUESTIONS.map(({ title, answer, link }) => ({
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
