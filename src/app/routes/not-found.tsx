import { useLocation } from 'react-router-dom'
import { ButtonLink } from '@/components/button-link'
import { NotFoundArt } from '@/components/not-found/not-found-art'
import { NotFoundLayout } from '@/components/not-found/not-found-layout'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'

export function Page() {
  const { pathname } = useLocation()
  return (
    <NotFoundLayout art={<NotFoundArt />}>
      <PageMeta title={formatTitle('Page not found')} path={pathname} description="This page does not exist." noindex />
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
    </NotFoundLayout>
  )
}
