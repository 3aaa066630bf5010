import { Share } from 'lucide-react'
import { Button } from '@/components/button'
import { ShownOnce } from '@/components/secret/shown-once'
import { SHARE_TEXT } from './share-text'

interface NewLinkProps {
  address: string
  /** The title for apps with which the user shares the link. */
  title: string
}

/** Shows a new link. The link is shown only once. */
export function NewLink({ address, title }: NewLinkProps) {
  return (
    <ShownOnce title={SHARE_TEXT.ready} noun="link" value={address} once={SHARE_TEXT.once}>
      {'share' in navigator && (
        // Rejects if the user cancels, which is no error.
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void navigator.share({ url: address, title }).catch(() => undefined)}
        >
          <Share aria-hidden="true" className="size-4" />
          Send to an app
        </Button>
      )}
    </ShownOnce>
  )
}
