import type { LoginRecordPage } from '@contract/admin'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '@/components/button'
import { Select } from '@/components/select'
import type { LogQuery } from '../admin-api'
import { formatCount } from '../format-number'
import { countPages, PAGE_SIZES } from '../log-query'
import { useTexts } from '../texts/texts'

interface PagerProps {
  page: LoginRecordPage
  pageSize: number
  isLoading: boolean
  isOnline: boolean
  onShow: (change: Pick<LogQuery, 'page'> & Partial<LogQuery>) => void
}

export function Pager({ page: { page: current, total, logs }, pageSize, isLoading, isOnline, onShow }: PagerProps) {
  const root = useRef<HTMLElement>(null)
  // A longer list pushes the pager out of the window, with the button in focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has changed
  useLayoutEffect(() => {
    if (root.current?.contains(document.activeElement)) root.current.scrollIntoView({ block: 'nearest' })
  }, [logs])
  const pages = countPages(total, pageSize)
  const text = useTexts().pager
  const first = (current - 1) * pageSize + 1
  const last = first + logs.length - 1
  const sizeId = useId()
  const steps = [
    { label: text.first, Icon: ChevronsLeft, page: 1, isOff: current <= 1 },
    { label: text.previous, Icon: ChevronLeft, page: current - 1, isOff: current <= 1 },
    { label: text.next, Icon: ChevronRight, page: current + 1, isOff: current >= pages },
    { label: text.last, Icon: ChevronsRight, page: pages, isOff: current >= pages },
  ]
  const renderButton = ({ label, Icon, page, isOff }: (typeof steps)[number]) => {
    const isDisabled = isOff || isLoading || !isOnline
    return (
      // A disabled button would lose the focus, so use `aria-disabled`.
      <Button
        key={label}
        variant="secondary"
        aria-label={label}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && onShow({ page })}
        className="w-11 px-0!"
      >
        <Icon aria-hidden="true" className="size-5" />
      </Button>
    )
  }
  return (
    <nav
      ref={root}
      aria-label={text.heading}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-hairline px-4 py-4 sm:px-6"
    >
      <p role="status" className="text-sm text-soft tabular-nums">
        {logs.length > 0 && text.range(formatCount(first), formatCount(last))}
        {text.total(formatCount(total))}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <label htmlFor={sizeId} className="flex items-center gap-2.5 text-sm whitespace-nowrap text-soft">
          {text.perPage}
          <Select
            id={sizeId}
            value={pageSize}
            // Don't disable this while loading, because the select would lose the focus.
            disabled={!isOnline}
            onChange={(event) => onShow({ page: 1, pageSize: Number(event.target.value) })}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </Select>
          {text.records}
        </label>
        <div className="flex items-center gap-2">
          {steps.slice(0, 2).map(renderButton)}
          <span className="px-1.5 text-sm whitespace-nowrap tabular-nums">
            {formatCount(current)} / {formatCount(pages)}
          </span>
          {steps.slice(2).map(renderButton)}
        </div>
      </div>
    </nav>
  )
}
