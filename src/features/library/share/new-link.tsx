import { Share } from 'lucide-react'
import { Button } from '@/components/button'
import { ShownOnce } from '@/components/secret/shown-once'
import { SHARE_TEXT } from './share-text'

interface NewLinkProps {
  address: string
  /** The title for apps that the link is shared with. */
  title: string
}

/** Shows a link once. */
export function NewLink({ address, title }: NewLinkProps) {
  return (
    <ShownOnce title={SHARE_TEXT.ready} noun="link" value={address} once={SHARE_TEXT.once}>
      {'share' in navigator && (
        // A canceled sharing is no failure.
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
