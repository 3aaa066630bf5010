import { RotateCw } from 'lucide-react'
import { Button } from '@/components/button'
import { Panel } from '@/components/panel'
import { type Fact, FactList } from './fact-list'
import { useTexts } from './texts/texts'

export function StorageFacts({ facts, onReadAgain }: { facts: readonly Fact[]; onReadAgain: () => void }) {
  const text = useTexts().storage
  return (
    <Panel
      heading={text.heading}
      className="min-w-0 nav:col-span-2"
      aside={
        <Button variant="quiet" size="sm" onClick={onReadAgain} className="-my-2">
          <RotateCw aria-hidden="true" className="size-4" />
          {text.readAgain}
        </Button>
      }
    >
      <div className="px-4 py-2 sm:px-6">
        {facts.length > 0 ? <FactList facts={facts} /> : <p className="py-3 text-soft">{text.none}</p>}
      </div>
    </Panel>
  )
}
