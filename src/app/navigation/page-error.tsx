import { useCode } from '@/components/hooks/use-code'
import { paths } from '@/config/paths'

const loadRouteError = () => import('@/app/route-error')

/** Where even the error's own code does not arrive, the sentence and the way home are left. */
export function PageError({ error }: { error: unknown }) {
  const { code, isMissing } = useCode(loadRouteError, true)
  if (code) return <code.RouteError error={error} />
  if (!isMissing) return null
  return (
    <section role="alert" className="frame py-16">
      <h1 className="text-title">Something went wrong. Please try again.</h1>
      <a href={paths.home} className="mt-8 inline-block text-amber underline underline-offset-4">
        Back to Home
      </a>
    </section>
  )
}
