import { useEffect, useState } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'
import { isMissingCode, recoverMissingCode } from '@/lib/browser/missing-code'
import { reloadPage } from '@/lib/browser/reload-page'
import { MissingTake } from './missing-take'

/** A page whose code is gone after a deployment is reloaded, once. */
export function RouteError({ error }: { error: unknown }) {
  const [isReloading, setIsReloading] = useState(() => isMissingCode(error))

  useEffect(() => {
    if (!isMissingCode(error)) {
      console.error('A page failed', error)
      return
    }
    const tryNewPage = async () => setIsReloading((await recoverMissingCode()) === 'reloading')
    void tryNewPage()
    window.addEventListener('online', tryNewPage)
    return () => window.removeEventListener('online', tryNewPage)
  }, [error])

  if (isReloading) return null
  return (
    <section
      className="frame grid min-h-[calc(100dvh-var(--spacing-header))] items-center gap-x-16 gap-y-12 py-16 grid-cols-1 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
      role="alert"
    >
      <div>
        <h1 className="text-title">Something went wrong. Please try again.</h1>
        <p className="mt-6 max-w-prose text-lg text-soft">
          This page could not be shown. Your credits and your videos are kept on the server and are not affected.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button size="lg" onClick={reloadPage}>
            Reload the page
          </Button>
          <ButtonLink to={paths.home} variant="secondary" size="lg" reloadDocument>
            Back to Home
          </ButtonLink>
        </div>
      </div>
      <MissingTake />
    </section>
  )
}
