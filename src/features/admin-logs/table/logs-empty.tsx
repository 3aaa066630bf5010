import { Button } from '@/components/button'
import { Waveform } from '@/components/tracks/waveform'

interface LogsEmptyProps {
  isFiltered: boolean
  isOnline: boolean
  onClear: () => void
}

export function LogsEmpty({ isFiltered, isOnline, onClear }: LogsEmptyProps) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center sm:py-20">
      <Waveform seed={11} bars={48} className="mb-3 h-10 w-56 max-w-full" />
      <p className="text-heading">{isFiltered ? '没有符合条件的记录' : '还没有登录记录'}</p>
      <p className="text-soft">{isFiltered ? '请修改邮箱或日期后再查询。' : '用户登录后，记录会显示在这里。'}</p>
      {isFiltered && (
        <Button variant="secondary" disabled={!isOnline} onClick={onClear} className="mt-2">
          显示全部记录
        </Button>
      )}
    </div>
  )
}
