import { WifiOff } from 'lucide-react'
import { useTexts } from './texts/texts'

export function OfflineBanner({ isOnline }: { isOnline: boolean }) {
  const text = useTexts().failure.offline
  return (
    <div role="status" className="sticky top-header z-20">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2.5 border-b border-bad/40 bg-[#2a1418] px-4 py-2.5 font-semibold">
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0 text-bad" />
          {text}
        </p>
      )}
    </div>
  )
}
