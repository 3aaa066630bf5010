import { MAX_KEYS } from '@contract/keys'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { Skeleton } from '@/components/skeleton'
import { paths } from '@/config/paths'
import { isRefusedAs } from '@/lib/http/api-error'
import { useOnline } from '@/state/use-online'
import { ListFrame } from '../list-frame'
import { CreateKeyDialog } from './create-key-dialog'
import { KeyList } from './key-list'
import { KEY_TEXT } from './key-text'
import { useKeys } from './use-keys'

export function KeyManager() {
  const isOnline = useOnline()
  const { keys, error, reload, create, revoke } = useKeys()
  const [isCreating, setIsCreating] = useState(false)
  const isSignedOut = isRefusedAs(error, 'unauthorized')
  const isFull = (keys ?? []).filter(({ isExpired }) => !isExpired).length >= MAX_KEYS
  return (
    <div className="grid gap-5">
      {!keys && !error && (
        <div role="status" aria-label={KEY_TEXT.loading} className="w-full">
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {error !== null && !isSignedOut && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-bad">
          {KEY_TEXT.failed}
          <Button variant="secondary" size="sm" onClick={reload}>
            Try again
          </Button>
        </p>
      )}
      {isSignedOut && (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          {KEY_TEXT.signedOut}
          <ButtonLink to={paths.login} variant="secondary" size="sm">
            Login
          </ButtonLink>
        </p>
      )}
      {keys && !error && (
        <ListFrame isEmpty={keys.length === 0} Icon={KeyRound} title={KEY_TEXT.none} hint={KEY_TEXT.noneHint}>
          <KeyList keys={keys} isOnline={isOnline} onRevoke={revoke} />
          <div className={keys.length > 0 ? 'mt-6' : undefined}>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
              <Button disabled={!isOnline || isFull} onClick={() => setIsCreating(true)}>
                Create key…
              </Button>
              {/* A static file of the build, not a page of the app. */}
              <a
                href="/developers"
                className="text-[0.9375rem] underline underline-offset-4 pointer-coarse:py-3 hover:text-amber"
              >
                How to use a key
              </a>
            </div>
            {(isFull || !isOnline) && (
              <p className="mt-2 max-w-prose text-sm text-soft">{isFull ? KEY_TEXT.full : KEY_TEXT.offline}</p>
            )}
          </div>
        </ListFrame>
      )}
      {isCreating && <CreateKeyDialog isOnline={isOnline} onCreate={create} onClose={() => setIsCreating(false)} />}
    </div>
  )
}
