import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/badge'
import { FootageClip } from '@/components/footage/footage-clip'
import { Poster } from '@/components/footage/poster'
import { PageMeta } from '@/components/page-meta'
import { env, formatTitle } from '@/config/env'
import { DEMO_RENDERS, FOOTAGE } from '@/config/media'
import { paths } from '@/config/paths'

const legalClass = 'text-text underline decoration-edge underline-offset-4 hover:decoration-amber'

export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <section className="frame grid min-h-[calc(100dvh-var(--spacing-header))] grid-cols-1 items-center gap-16 py-10 nav:grid-cols-[minmax(0,27rem)_1fr]">
      <PageMeta
        title={formatTitle('Login')}
        path={paths.login}
        description="Continue with Google to create videos with sound and see the ones you made. No password to create."
      />
      <div className="mx-auto w-full max-w-md nav:mx-0">
        <div className="relative mb-8 aspect-[16/7] overflow-hidden rounded-xl bg-panel nav:hidden">
          <Poster src={FOOTAGE.record.poster} isFirst />
          {DEMO_RENDERS && (
            <span className="absolute top-2 left-2">
              <Badge tone="quiet">Demo</Badge>
            </span>
          )}
        </div>
        <h1 className="text-title">Sign in to {env.siteName}</h1>
        <p className="mt-3 mb-8 text-soft">All you need is your Google account. There's no password to create.</p>
        {children}
        {/* Space for two lines in any font, so that a font that loads later moves nothing. */}
        <p className="mt-6 border-t border-hairline pt-5 text-sm text-soft sm:pr-12">
          By continuing you agree to the{' '}
          <Link to={paths.terms} target="_blank" rel="noopener" className={legalClass}>
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link to={paths.privacy} target="_blank" rel="noopener" className={legalClass}>
            Privacy Policy
          </Link>
          .
        </p>
      </div>
      <FootageClip footage={FOOTAGE.record} className="hidden h-full min-h-128 rounded-xl nav:block nav:aspect-auto" />
    </section>
  )
}
