import { Link } from 'react-router-dom'
import type { LegalSection } from './legal-document'

export function LegalContents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <>
      <nav aria-label="On this page" className="legal-contents sticky top-24 hidden self-start nav:block print:hidden">
        <ContentsList sections={sections} />
      </nav>
      <details className="legal-contents group mb-4 rounded-lg border border-hairline nav:hidden print:hidden">
        <summary className="flex min-h-13 items-center justify-between gap-4 px-4 font-semibold">
          On this page
          <span aria-hidden="true" className="text-soft transition-transform duration-150 group-open:rotate-180">
            ↓
          </span>
        </summary>
        <div className="px-4 pb-3">
          <ContentsList sections={sections} />
        </div>
      </details>
    </>
  )
}

function ContentsList({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          {/* A router link, so that Back restores the scroll position. */}
          <Link to={{ hash: id }}>
            <span className="tabular-nums">{`${index + 1} `}</span>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
}
