import { useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import { AccountSection } from '../account-section'
import { ACCOUNT_TEXT } from '../account-text'

const loadManager = () => import('./key-manager')

/** The section of personal keys. Few users need a key, so the code and the list load when the section is opened. */
export function ApiKeys() {
  const [isOpen, setIsOpen] = useState(false)
  const manager = useCode(loadManager, isOpen)
  return (
    <AccountSection title={ACCOUNT_TEXT.keys} hint={ACCOUNT_TEXT.keysHint}>
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        busy={isOpen && !manager.code && !manager.isMissing}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide API keys' : 'Show API keys'}
      </Button>
      {isOpen && manager.isMissing && (
        <MissingCode code={manager} text={ACCOUNT_TEXT.cutOffHint} className="mt-5 text-bad" />
      )}
      {isOpen && manager.code && <manager.code.KeyManager />}
    </AccountSection>
  )
}
