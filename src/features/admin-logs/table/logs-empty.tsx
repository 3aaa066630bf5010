import { Button } from '@/components/button'
import { Waveform } from '@/components/tracks/waveform'
import { useTexts } from '../texts/texts'

interface LogsEmptyProps {
  isFiltered: boolean
  isOnline: boolean
  onClear: () => void
}

export function LogsEmpty({ isFiltered, isOnline, onClear }: LogsEmptyProps) {
  const text = useTexts().records
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center sm:py-20">
      <Waveform seed={11} bars={48} className="mb-3 h-10 w-56 max-w-full" />
      <p className="text-heading">{isFiltered ? text.noneFound : text.none}</p>
      <p className="text-soft">{isFiltered ? text.noneFoundHint : text.noneHint}</p>
      {isFiltered && (
        <Button variant="secondary" disabled={!isOnline} onClick={onClear} className="mt-2">
          {text.showAll}
        </Button>
      )}
    </div>
  )
}
