import { useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import { AccountSection } from '../account-section'
import { ACCOUNT_TEXT } from '../account-text'

const loadList = () => import('./webhook-list')

/** The user's webhooks. Few users have one, so the code and the list load on request. */
export function Webhooks() {
  const [isOpen, setIsOpen] = useState(false)
  const list = useCode(loadList, isOpen)
  return (
    <AccountSection title={ACCOUNT_TEXT.webhooks} hint={ACCOUNT_TEXT.webhooksHint}>
      {list.isMissing ? (
        <MissingCode code={list} text={ACCOUNT_TEXT.webhooksFailed} className="text-bad" />
      ) : isOpen && list.code ? (
        <list.code.WebhookList />
      ) : (
        <Button variant="secondary" busy={isOpen} onClick={() => setIsOpen(true)}>
          Show webhooks
        </Button>
      )}
    </AccountSection>
  )
}
