import { WifiOff } from 'lucide-react'

export function OfflineBanner({ isOnline }: { isOnline: boolean }) {
  return (
    <div role="status" className="sticky top-header z-20">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2.5 border-b border-bad/40 bg-[#2a1418] px-4 py-2.5 font-semibold">
          <WifiOff aria-hidden="true" className="size-4.5 shrink-0 text-bad" />
          网络连接已断开
        </p>
      )}
    </div>
  )
}
