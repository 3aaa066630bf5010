import { useLocation } from 'react-router-dom'
import { NotFoundArt } from '@/app/not-found-art'
import { ButtonLink } from '@/components/button-link'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'

export function Page() {
  const { pathname } = useLocation()
  return (
    <section className="frame grid min-h-[calc(100dvh-var(--spacing-header))] items-center gap-x-16 gap-y-12 py-16 grid-cols-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <PageMeta title={formatTitle('Page not found')} path={pathname} description="This page does not exist." noindex />
      <div>
        <h1 className="text-display">Page not found</h1>
        <p className="mt-6 max-w-prose text-lg text-soft">
          There's no page at <span className="text-text wrap-anywhere">{pathname}</span>. It may have moved, or the
          address may be mistyped.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.home} size="lg">
            Back to Home
          </ButtonLink>
          <ButtonLink to={paths.createVideo} variant="secondary" size="lg">
            Create a video
          </ButtonLink>
        </div>
      </div>
      <NotFoundArt />
    </section>
  )
}
