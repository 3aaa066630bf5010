import { LayoutGrid, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { controlClass } from '@/components/control-class'
import { Pill } from '@/components/pill'
import { Select } from '@/components/select'
import type { JobFilter } from '@/lib/jobs-api'
import { MAX_SEARCH_CHARACTERS, type View } from '../filter-url/filter-url'
import { LIBRARY_TEXT } from '../signed-out/library-text'

/** The flex basis of the search field. If the controls don't fit on one line, the filters move to their own line. */
const SEARCH_WIDTH = { flexBasis: 'max(11rem, min(100% - 12.5rem, (62rem - 100%) * 99))' }

const VIEWS = [
  { value: 'grid', name: 'Grid', Icon: LayoutGrid },
  { value: 'list', name: 'List', Icon: Rows3 },
] as const

const PILLS = [
  ['isStarred', 'Starred'],
  ['hasSound', 'With sound'],
  ['isFailed', 'Failed'],
] as const

interface FilterBarProps {
  filter: JobFilter
  models: readonly { id: string; name: string }[]
  onChange: (change: Partial<JobFilter>) => void
  view: View
  onView: (view: View) => void
  children: ReactNode
}

export function FilterBar({ filter, models, onChange, view, onView, children }: FilterBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers that the app supports
    <div role="search" aria-label={LIBRARY_TEXT.title} className="mb-5 flex flex-wrap items-center gap-3">
      <div style={SEARCH_WIDTH} className="min-w-0 flex-1">
        <input
          type="search"
          aria-label="Search titles and prompts"
          placeholder="Search titles and prompts"
          maxLength={MAX_SEARCH_CHARACTERS}
          value={filter.search ?? ''}
          onChange={({ target }) => onChange({ search: target.value })}
          className={controlClass}
        />
      </div>
      <div className="flex gap-3 xl:order-last">
        {/* biome-ignore lint/a11y/useSemanticElements: no fields are in it */}
        <div role="group" aria-label="View" className="flex max-sm:hidden">
          {VIEWS.map(({ value, name, Icon }) => (
            <button
              key={value}
              type="button"
              aria-label={name}
              aria-pressed={view === value}
              title={name}
              onClick={() => onView(value)}
              className={`grid size-11 place-items-center rounded-md hover:text-text ${view === value ? 'bg-raise text-text' : 'text-soft'}`}
            >
              <Icon aria-hidden="true" className="size-4" />
            </button>
          ))}
        </div>
        {children}
      </div>
      <Select
        shape="pill"
        aria-label="Made with"
        value={filter.model ?? ''}
        onChange={({ target }) => onChange({ model: target.value })}
      >
        <option value="">All models</option>
        {models.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        shape="pill"
        aria-label="Order"
        value={filter.isOldestFirst ? 'oldest' : ''}
        onChange={({ target }) => onChange({ isOldestFirst: target.value === 'oldest' })}
      >
        <option value="">Newest first</option>
        <option value="oldest">Oldest first</option>
      </Select>
      {PILLS.map(([name, text]) => (
        <Pill key={name} pressed={filter[name] ?? false} onClick={() => onChange({ [name]: !filter[name] })}>
          {text}
        </Pill>
      ))}
    </div>
  )
}
