import { useNow } from '@/components/hooks/use-now'

const SECOND_MS = 1000

/** `until`: milliseconds since the epoch. */
export function LockCountdown({ until }: { until: number }) {
  const seconds = Math.ceil((until - useNow(SECOND_MS)) / SECOND_MS)
  return (
    <p className="mt-0.5 text-soft tabular-nums">
      {seconds > 0 ? `请在 ${inWords(seconds)} 后重试` : '现在可以重新登录'}
    </p>
  )
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? `${minutes} 分 ${seconds % 60} 秒` : `${seconds} 秒`
}
