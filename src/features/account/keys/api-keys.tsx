import { useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { AccountSection } from '../account-section'
import { ACCOUNT_TEXT } from '../account-text'

const loadManager = () => import('./key-manager')

/** The section of personal keys. Few users need a key, so the code and the list load when the section is opened. */
export function ApiKeys() {
  const [isOpen, setIsOpen] = useState(false)
  const { code, isMissing, retry } = useCode(loadManager, isOpen)
  return (
    <AccountSection title={ACCOUNT_TEXT.keys} hint={ACCOUNT_TEXT.keysHint}>
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        busy={isOpen && !code && !isMissing}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide API keys' : 'Show API keys'}
      </Button>
      {isOpen && isMissing && (
        <p role="alert" className="mt-5 flex flex-wrap items-center gap-3 text-bad">
          {ACCOUNT_TEXT.cutOffHint}
          <Button variant="secondary" size="sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {isOpen && code && <code.KeyManager />}
    </AccountSection>
  )
}
