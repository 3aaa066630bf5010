import { RotateCw } from 'lucide-react'
import { Button } from '@/components/button'
import { Panel } from '@/components/panel'
import { type Fact, FactList } from './fact-list'

export function StorageFacts({ facts, onReadAgain }: { facts: readonly Fact[]; onReadAgain: () => void }) {
  return (
    <Panel
      heading="本地存储"
      className="min-w-0 nav:col-span-2"
      aside={
        <Button variant="quiet" size="sm" onClick={onReadAgain} className="-my-2">
          <RotateCw aria-hidden="true" className="size-4" />
          重新读取
        </Button>
      }
    >
      <div className="px-4 py-2 sm:px-6">
        {facts.length > 0 ? <FactList facts={facts} /> : <p className="py-3 text-soft">本地存储为空</p>}
      </div>
    </Panel>
  )
}
