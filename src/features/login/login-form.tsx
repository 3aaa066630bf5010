import { Button } from '@/components/button'
import { useSignInAhead } from '@/state/session/use-sign-in-ahead'
import { GoogleMark } from './google-mark'
import { LOGIN_FAILURE_SENTENCES, type LoginFailure } from './login-failure'
import { type GoogleLoginState, useGoogleLogin } from './use-google-login'

export function LoginForm({ initialFailure }: { initialFailure: LoginFailure | null }) {
  const { state, start } = useGoogleLogin(initialFailure)
  const ahead = useSignInAhead()
  return (
    <>
      <Button
        variant="light"
        size="lg"
        className="w-full"
        busy={state.status === 'waiting'}
        onClick={() => start('popup')}
        {...ahead}
      >
        {state.status !== 'waiting' && <GoogleMark className="size-5" />}
        {state.status === 'waiting' ? 'Waiting for Google...' : 'Continue with Google'}
      </Button>
      <div className="mt-4 min-h-17 text-sm sm:min-h-12">
        <Note state={state} />
        {(state.status === 'waiting' || state.status === 'closed') && (
          <button
            type="button"
            onClick={() => start('this_tab')}
            className="mt-1 font-semibold text-text underline decoration-edge underline-offset-4 hover:decoration-amber"
          >
            Sign in in this tab instead
          </button>
        )}
      </div>
    </>
  )
}

function Note({ state }: { state: GoogleLoginState }) {
  if (state.status === 'failed') {
    return (
      <p role="alert" className="text-bad">
        {LOGIN_FAILURE_SENTENCES[state.failure]}
      </p>
    )
  }
  return (
    <p role="status" className="text-soft">
      {state.status === 'waiting' && 'Finish in the Google window. This page goes on by itself.'}
      {state.status === 'closed' && 'The Google window was closed before the sign-in was finished.'}
    </p>
  )
}
