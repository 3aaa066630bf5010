import { useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { AccountSection } from '../account-section'
import { ACCOUNT_TEXT } from '../account-text'

const loadList = () => import('./webhook-list')

/** The user's webhooks. Few users have one, so the code and the list load on request. */
export function Webhooks() {
  const [isOpen, setIsOpen] = useState(false)
  const { code, isMissing, retry } = useCode(loadList, isOpen)
  return (
    <AccountSection title={ACCOUNT_TEXT.webhooks} hint={ACCOUNT_TEXT.webhooksHint}>
      {isOpen && code ? (
        <code.WebhookList />
      ) : (
        <Button
          variant="secondary"
          busy={isOpen && !isMissing}
          onClick={() => {
            setIsOpen(true)
            if (isMissing) retry()
          }}
        >
          Show webhooks
        </Button>
      )}
      {isMissing && (
        <p role="alert" className="mt-3 text-bad">
          {ACCOUNT_TEXT.webhooksFailed}
        </p>
      )}
    </AccountSection>
  )
}
