// Renders only the lines near the window, so that long lists stay fast. Line heights are measured, and the list has the
// total height.
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { getRowId } from '@/config/paths'
import type { Entry } from '../entries'
import type { View } from '../filter-url/filter-url'
import { LIBRARY_TEXT } from '../signed-out/library-text'
import type { Line } from './lines'

/** The estimated height of each kind of line in pixels, until one is measured. */
const LINES_PX = { videos: 320, failed: 76, folded: 57 }
const LINES_AROUND = 1

/** The measured lines, saved so that a page shown again restores its scroll position. */
let measuredBefore: VirtualItem[] = []
/** The last measured height of each kind of line, the best estimate for the next one. */
const heights = new Map<string, number>()

interface VideoLinesProps {
  lines: readonly Line[]
  view: View
  columns: 1 | 2 | 3
  /** The number of jobs. Null while unknown. */
  total: number | null
  /** The ID of the job to scroll to. Its row gets the focus. */
  wanted: string | null
  onFocused: () => void
  isBusy: boolean
  /** Renders the header of folded failures. */
  fold: (entries: readonly Entry[]) => ReactNode
  children: (entry: Entry) => ReactNode
}

const GRID = 'grid-cols-1 gap-5 pb-7 sm:gap-7'
const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' }

export function VideoLines({
  lines,
  view,
  columns,
  total,
  wanted,
  onFocused,
  isBusy,
  fold,
  children,
}: VideoLinesProps) {
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef<string | null>(null)
  const sizes = useRef(new Map<VirtualItem['key'], number>())
  const top = useTop(list)
  // Must be stable, because the virtualizer measures every line again when this function changes.
  const getKey = useCallback((index: number) => lines[index]?.key ?? index, [lines])
  const getKind = (index: number) => `${columns} ${lines[index]?.kind}`
  const findLine = (itemId: string) =>
    lines.findIndex(({ kind, key, entries }) =>
      kind === 'folded' ? key === itemId : entries.some(({ id }) => id === itemId),
    )
  const virtual = useWindowVirtualizer<HTMLDivElement>({
    count: lines.length,
    // Use the measured size first. The virtualizer estimates again whenever the lines change, even measured ones.
    estimateSize: (index) =>
      sizes.current.get(getKey(index)) ?? heights.get(getKind(index)) ?? LINES_PX[lines[index]?.kind ?? 'videos'],
    getItemKey: getKey,
    initialMeasurementsCache: measuredBefore,
    scrollMargin: top,
    overscan: LINES_AROUND,
    // Keep the focused row, so that the next Tab starts from it.
    rangeExtractor: (range) => {
      const line = focused.current === null ? -1 : findLine(focused.current)
      const near = defaultRangeExtractor(range)
      return line < 0 || near.includes(line) ? near : [...near, line].sort((a, b) => a - b)
    },
    useFlushSync: false,
  })
  const items = useShownItems(virtual.getVirtualItems(), lines)

  useLayoutEffect(() => {
    for (const { index, key, size } of items) {
      if (!virtual.elementsCache.has(key)) continue
      sizes.current.set(key, size)
      heights.set(getKind(index), size)
    }
  })

  useEffect(
    () => () => {
      measuredBefore = virtual.takeSnapshot()
    },
    [virtual],
  )
  useHeldPlace(virtual, lines, findLine)

  useLayoutEffect(() => {
    if (wanted === null) return
    const row = document.getElementById(getRowId(wanted))
    const line = findLine(wanted)
    if (row) {
      row.scrollIntoView({ block: 'nearest' })
      row.focus()
    } else if (line >= 0) return virtual.scrollToIndex(line, { align: 'center' })
    onFocused()
  })

  // If a focused job is folded, the header gets the focus.
  useLayoutEffect(() => {
    const fold = lines.find(({ kind }) => kind === 'folded')
    const isFolded = fold?.entries.some(({ id }) => id === focused.current) && findLine(focused.current ?? '') < 0
    if (isFolded && document.activeElement === document.body)
      document.getElementById(getRowId(fold?.key ?? ''))?.focus()
  })

  return (
    // biome-ignore lint/a11y/useSemanticElements: the lines stand between the list and its items
    <div
      ref={list}
      role="list"
      aria-label={LIBRARY_TEXT.title}
      aria-busy={isBusy || undefined}
      className="relative"
      style={{ height: virtual.getTotalSize() }}
      onFocus={({ target }) => {
        focused.current = target.closest('[role=listitem]')?.id.slice(getRowId('').length) ?? null
      }}
      onBlur={({ relatedTarget }) => {
        if (!list.current?.contains(relatedTarget)) focused.current = null
      }}
    >
      {items.map(({ key, index, start }) => {
        const line = lines[index]
        return (
          line && (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <div
                role="presentation"
                className={line.kind !== 'videos' ? '' : `grid ${view === 'grid' ? GRID : ''} ${COLUMNS[columns]}`}
              >
                {listItems(line).map(({ id, entry }, at) => (
                  // biome-ignore lint/a11y/useSemanticElements: as above
                  <div
                    key={id}
                    id={getRowId(id)}
                    role="listitem"
                    tabIndex={-1}
                    aria-posinset={line.place + at}
                    aria-setsize={total ?? -1}
                    className="min-w-0 scroll-mt-20"
                  >
                    {entry ? children(entry) : fold(line.entries)}
                  </div>
                ))}
              </div>
            </div>
          )
        )
      })}
    </div>
  )
}

/** Returns the items of a line. The header of folded failures is one item without an entry. */
function listItems({ kind, key, entries }: Line): { id: string; entry: Entry | null }[] {
  return kind === 'folded' ? [{ id: key, entry: null }] : entries.map((entry) => ({ id: entry.id, entry }))
}

/**
 * Returns the lines to show. After a jump, the previous lines stay until React has rendered the new ones in the
 * background. A slow device would freeze if it rendered a full window of lines at once.
 */
function useShownItems(items: VirtualItem[], lines: readonly Line[]): VirtualItem[] {
  const now = useMemo(() => ({ items, lines }), [items, lines])
  const before = useDeferredValue(now)
  const isSame = before.lines === lines && before.items.length > 0
  const isJump = isSame && !before.items.some(({ index }) => items.some((item) => item.index === index))
  return isJump ? before.items : items
}

/** Returns the list's offset from the top of the page. Content above the list may change its height. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** Keeps the visible lines in position when jobs are added or removed above them. */
function useHeldPlace(
  virtual: ReturnType<typeof useWindowVirtualizer<HTMLDivElement>>,
  lines: readonly Line[],
  findLine: (itemId: string) => number,
) {
  const held = useRef<{ key: string; start: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list moves what is in the window
  useLayoutEffect(() => {
    if (!held.current) return
    const start = virtual.measurementsCache[findLine(held.current.key)]?.start
    if (start !== undefined && start !== held.current.start) window.scrollBy(0, start - held.current.start)
  }, [lines])
  useLayoutEffect(() => {
    // Reading `window.scrollY` here would cause another layout.
    const offset = virtual.scrollOffset ?? 0
    const first = virtual.getVirtualItems().find(({ end }) => end > offset)
    const line = first && offset > virtual.options.scrollMargin ? lines[first.index] : undefined
    held.current = first && line ? { key: line.key, start: first.start } : null
  })
}
