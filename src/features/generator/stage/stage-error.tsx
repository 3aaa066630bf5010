import { CircleAlert } from 'lucide-react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { Dusk } from '@/components/tracks/dusk'
import { paths } from '@/config/paths'
import type { JobFailure } from '@/state/jobs/failure'

interface StageErrorProps {
  failure: JobFailure
  onReset: () => void
}

export function StageError({ failure, onReset }: StageErrorProps) {
  return (
    <div className="relative isolate grid min-h-80 grid-cols-1 content-center justify-items-start gap-6 p-[min(1.5rem,6.5vw)] sm:min-h-104 sm:p-10">
      <Dusk className="absolute inset-0 -z-10 size-full opacity-20 saturate-0" />
      <CircleAlert aria-hidden="true" className="size-8 text-bad" />
      <div role="alert" className="grid max-w-xl gap-2">
        <p className="text-heading font-semibold wrap-anywhere">{failure.message}</p>
        {failure.detail && <p className="text-soft wrap-anywhere">{failure.detail}</p>}
        {failure.charge && <p className="text-ok">{failure.charge}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onReset}>Try Again</Button>
        {failure.kind === 'sign_in' && (
          <ButtonLink to={paths.login} variant="secondary">
            Login
          </ButtonLink>
        )}
        {failure.kind === 'credits' && (
          <ButtonLink to={paths.pricing} variant="secondary">
            Buy Credits
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
