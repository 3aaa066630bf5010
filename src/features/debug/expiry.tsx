import { useNow } from '@/components/hooks/use-now'

const SECOND_MS = 1000

export function Expiry({ atSeconds }: { atSeconds: number }) {
  const left = Math.ceil(atSeconds - useNow(SECOND_MS) / SECOND_MS)
  return (
    <>
      <time dateTime={new Date(atSeconds * SECOND_MS).toISOString()}>
        {new Date(atSeconds * SECOND_MS).toLocaleString('zh-CN')}
      </time>
      {'\n'}
      {left > 0 ? <span className="text-soft">剩余 {inWords(left)}</span> : <span className="text-bad">已过期</span>}
    </>
  )
}

function inWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), '小时'],
    [Math.floor(seconds / 60) % 60, '分'],
    [seconds % 60, '秒'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
