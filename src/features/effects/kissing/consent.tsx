import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'

const RULES = [
  'Every adult in an image must have agreed: to this image, to being shown kissing, and to the person they kiss.',
  'Adults only. No image and no description of anybody under 18, and of nobody made to look so.',
  'Nobody without a say: no celebrities, colleagues, strangers or former partners who do not know of it.',
  'A kiss, and not more. Sexually explicit videos are not allowed.',
  'Say that it is made by AI when you show it to others.',
]

export function Consent() {
  return (
    <section aria-labelledby="consent" className="frame pt-section">
      <div className="grid grid-cols-1 gap-x-14 gap-y-8 rounded-xl border border-hairline bg-panel p-[min(1.5rem,7vw)] sm:p-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <h2 id="consent" className="text-title">
            First, they&nbsp;agree
          </h2>
          <p className="mt-4 text-soft">
            A kiss belongs to the people in it. These rules are part of the{' '}
            <Link
              to={paths.terms}
              className="text-text underline decoration-edge underline-offset-4 hover:decoration-amber"
            >
              Terms of Service
            </Link>
            , and an account that breaks them can be closed.
          </p>
        </div>
        <ul className="divide-y divide-hairline border-y border-hairline">
          {RULES.map((rule, index) => (
            <li key={rule} className={index === 0 ? 'py-4 text-lg text-text' : 'py-4 text-soft'}>
              {rule}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
