import { useLocation } from 'react-router-dom'
import { ButtonLink } from '@/components/button-link'
import { PageMeta } from '@/components/page-meta'
import { Waveform } from '@/components/waveform'
import { paths } from '@/config/paths'
import { siteTitle } from '@/config/site-title'

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <section className="frame grid min-h-[70dvh] content-center justify-items-start gap-6 py-16">
      <PageMeta title={siteTitle('Page not found')} path={pathname} noindex />
      <div className="w-full max-w-2xl">
        <Waveform seed={404} bars={90} className="h-10" progress={0.08} />
      </div>
      <h1 className="text-title">No take at this address</h1>
      <p className="max-w-prose text-lg text-soft">
        There is no page at <span className="break-all text-text">{pathname}</span>. It may have moved, or the address
        has a letter wrong.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
        <ButtonLink to={paths.createVideo} variant="secondary">
          Create a video
        </ButtonLink>
      </div>
    </section>
  )
}
