import { useNow } from '@/components/hooks/use-now'
import { useStore } from '@/components/hooks/use-store'
import { language } from '@/components/language/language'
import { useTexts } from './texts/texts'

const SECOND_MS = 1000

export function Expiry({ atSeconds }: { atSeconds: number }) {
  const text = useTexts().facts
  const locale = useStore(language)
  const left = Math.ceil(atSeconds - useNow(SECOND_MS) / SECOND_MS)
  return (
    <>
      <time dateTime={new Date(atSeconds * SECOND_MS).toISOString()}>
        {new Date(atSeconds * SECOND_MS).toLocaleString(locale)}
      </time>
      {'\n'}
      {left > 0 ? (
        <span className="text-soft">{text.left(formatDuration(left, text.units))}</span>
      ) : (
        <span className="text-bad">{text.expired}</span>
      )}
    </>
  )
}

function formatDuration(seconds: number, [hours, minutes, rest]: readonly [string, string, string]): string {
  const parts = [
    [Math.floor(seconds / 3600), hours],
    [Math.floor(seconds / 60) % 60, minutes],
    [seconds % 60, rest],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
