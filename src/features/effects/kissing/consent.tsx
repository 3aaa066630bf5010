import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'

const RULES = [
  'Everyone in an image must have consented to its use, to being shown kissing, and to the person they kiss.',
  'Adults only. No images or descriptions of anyone under 18, or anyone made to look under 18.',
  "No one who hasn't agreed: no celebrities, colleagues, strangers, or former partners without their knowledge.",
  'A kiss and nothing more. Sexually explicit videos are not allowed.',
  'Tell people it was made with AI when you share it.',
]

export function Consent() {
  return (
    <section aria-labelledby="consent" className="frame pt-section">
      <div className="grid grid-cols-1 gap-x-14 gap-y-8 rounded-xl border border-hairline bg-panel p-[min(1.5rem,7vw)] sm:p-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <h2 id="consent" className="text-title">
            Consent comes&nbsp;first
          </h2>
          <p className="mt-4 text-soft">
            A kiss belongs to the people in it. These rules are part of the{' '}
            <Link
              to={paths.terms}
              className="text-text underline decoration-edge underline-offset-4 hover:decoration-amber"
            >
              Terms of Service
            </Link>
            . We may close accounts that break them.
          </p>
        </div>
        <ul className="divide-y divide-hairline border-t border-hairline">
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
