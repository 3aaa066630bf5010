import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ButtonLink } from '@/components/button-link'
import { isBackToPrompt, paths } from '@/config/paths'
import { LOGIN_FAILURE_SENTENCES, type LoginFailure, readLoginReturn } from '@/features/login/login-failure'
import { hasKeptPrompt } from '@/state/kept-prompt'
import { useSession } from '@/state/session/use-session'

/** The parameters that OAuth adds to the address where a sign-in ends. */
const PARAMETERS = ['error', 'error_code', 'error_description', 'error_uri', 'state']

/**
 * The note about a sign-in on the home page: why it failed, or the way back to the prompt of a user who came from the
 * generator.
 */
export function ReturnNote() {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const { session } = useSession()
  const [failure, setFailure] = useState<LoginFailure | null>(null)

  useEffect(() => {
    const arrival = readLoginReturn({ search, hash })
    if (arrival.kind !== 'failure') return
    setFailure(arrival.failure)
    navigate({ search: clean(search), hash: clean(hash) }, { replace: true })
  }, [search, hash, navigate])

  /** Ends the offer for this history entry, so that Back doesn't show it again. */
  const endOffer = () => navigate(paths.home, { replace: true })

  if (failure) {
    return (
      <Note text={LOGIN_FAILURE_SENTENCES[failure]} onClose={() => setFailure(null)}>
        {!session && (
          <ButtonLink to={paths.login} variant="secondary" size="sm">
            Login
          </ButtonLink>
        )}
      </Note>
    )
  }
  if (!session || !isBackToPrompt(state) || !hasKeptPrompt(session.user.id)) return null
  return (
    <Note text="You're signed in, and your prompt is still here." onClose={endOffer}>
      <ButtonLink to={paths.createVideo} size="sm" onClick={endOffer}>
        Back to your prompt
      </ButtonLink>
    </Note>
  )
}

/** Removes the parameters of a failure from a query or a hash. */
function clean(text: string): string {
  const parameters = new URLSearchParams(text.slice(1))
  if (!parameters.has('error')) return text
  for (const name of PARAMETERS) parameters.delete(name)
  return parameters.size > 0 ? `${text[0]}${parameters}` : ''
}

/** A strip above the page. It is above the home page's first screen, which begins behind the header. */
function Note({ text, onClose, children }: { text: string; onClose: () => void; children: ReactNode }) {
  return (
    <div className="relative z-10 animate-rise border-y border-hairline bg-raise">
      <div className="frame flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-3 text-[0.9375rem]">
        <p className="max-w-3xl">{text}</p>
        <div className="flex items-center gap-3">
          {children}
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-11 place-items-center rounded-md text-soft hover:text-text"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      </div>
    </div>
  )
}
