import './legal.css'
import { Link } from 'react-router-dom'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { LEGAL_LINKS } from '@/config/navigation'
import { LegalContents } from './legal-contents'
import type { LegalDocument } from './legal-document'

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export function LegalPage({ document }: { document: LegalDocument }) {
  const { title, path, description, updated, summary, sections } = document
  return (
    <article className="frame pt-12 pb-8 sm:pt-20">
      <PageMeta title={formatTitle(title)} path={path} description={description} />
      <div className="legal-columns">
        <p className="pt-2 text-sm text-soft">
          Last updated
          <br className="hidden nav:block" />{' '}
          <time dateTime={updated} className="text-text">
            {dayFormat.format(new Date(updated))}
          </time>
        </p>
        <div>
          <h1 className="text-title">{title}</h1>
          <div className="mt-8 border-l-2 border-amber pl-5 sm:pl-7">
            <h2 className="text-sm font-semibold tracking-normal text-amber">In short</h2>
            <ul className="mt-2 grid gap-2.5 text-lg">
              {summary.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
                <li key={index}>{sentence}</li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className="legal-columns mt-12 border-t border-hairline pt-10 sm:mt-16 sm:pt-14">
        <LegalContents sections={sections} />
        <div className="legal-text">
          {sections.map(({ id, title: heading, body }, index) => (
            <section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                <span className="legal-number tabular-nums">{`${index + 1} `}</span>
                {heading}
              </h2>
              {body}
            </section>
          ))}
          <nav aria-label="Legal pages" className="legal-more">
            {LEGAL_LINKS.filter(({ to }) => to !== path).map(({ to, label }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </article>
  )
}
