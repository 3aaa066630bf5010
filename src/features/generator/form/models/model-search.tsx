import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { controlClass } from '@/components/control-class'
import type { Model } from '@/config/models'
import { foldText } from '@/lib/text'
import type { Fields } from '@/state/jobs/fields'
import { ModelLine } from './model-line'

interface ModelSearchProps {
  /** The attributes of the button, which the other forms of the picker also have. */
  field: { id: string; className: string; name: string | undefined }
  label: string
  models: readonly Model[]
  chosen: Model
  mode: Fields['mode']
  getCredits: (model: Model) => number
  onChoose: (id: string) => void
  /** The content of the button. */
  face: ReactNode
}

/**
 * A long list of models in a popup, with a search field above it and the models by maker. The search field keeps the
 * focus. The arrow keys move the active option, and Enter selects it.
 */
export function ModelSearch({ field, label, models, chosen, mode, getCredits, onChoose, face }: ModelSearchProps) {
  const { id } = field
  const popup = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [activeId, setActiveId] = useState(chosen.id)
  const found = models.filter((model) => isFound(model, query))
  const makers = [...new Set(found.map(({ maker }) => maker))]
  // The order on the screen.
  const listed = makers.flatMap((maker) => found.filter((model) => model.maker === maker))
  const usable = listed.filter(({ makesFrom }) => makesFrom[mode])
  const active = usable.find((model) => model.id === activeId) ?? usable[0]
  const getOptionId = (model: Model) => `${id}-${models.indexOf(model)}`
  const activeOption = active && getOptionId(active)

  useEffect(() => {
    if (isOpen && activeOption) document.getElementById(activeOption)?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, activeOption])

  function choose(model: Model) {
    popup.current?.hidePopover()
    onChoose(model.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = active ? usable.indexOf(active) : -1
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (next === undefined && event.key !== 'Enter') return
    // Enter would submit the form, and the arrow keys would move the caret.
    event.preventDefault()
    const model = next === undefined ? active : usable.at(next % usable.length)
    if (!model) return
    if (next === undefined) choose(model)
    else setActiveId(model.id)
  }

  return (
    <div style={{ anchorName: `--${id}` }}>
      <button
        type="button"
        {...field}
        aria-labelledby={`${id}-label ${id}-face`}
        aria-haspopup="dialog"
        popoverTarget={`${id}-popup`}
      >
        <span id={`${id}-face`} className="model-face">
          {face}
        </span>
      </button>
      <div
        ref={popup}
        id={`${id}-popup`}
        role="dialog"
        aria-label={label}
        popover="auto"
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
          setQuery('')
          setActiveId(chosen.id)
        }}
        className="model-popup prompt-examples"
        style={{ positionAnchor: `--${id}` }}
      >
        {isOpen && (
          <>
            <input
              autoFocus
              type="search"
              role="combobox"
              aria-label="Find a model"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={activeOption}
              placeholder={`Search ${models.length} models`}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
              onKeyDown={onKeyDown}
              className={controlClass}
            />
            <p role="status" className={query ? 'px-3 pt-2 text-sm text-soft' : undefined}>
              {query &&
                (found.length > 0
                  ? `${found.length} of ${models.length} models. Press Enter to select.`
                  : `No models match. ${chosen.name} stays selected.`)}
            </p>
            <div id={`${id}-list`} role="listbox" aria-label={label}>
              {makers.map((maker) => (
                // biome-ignore lint/a11y/useSemanticElements: a list box has no fieldsets
                <div key={maker} role="group" aria-label={maker}>
                  <p aria-hidden="true" className="px-3 pt-3 pb-1 text-[0.8125rem] text-soft">
                    {maker}
                  </p>
                  {listed
                    .filter((model) => model.maker === maker)
                    .map((model) => (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
                      // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus
                      <div
                        key={model.id}
                        id={getOptionId(model)}
                        role="option"
                        aria-selected={model === chosen}
                        aria-disabled={!model.makesFrom[mode]}
                        data-active={model === active || undefined}
                        onClick={() => model.makesFrom[mode] && choose(model)}
                        className="model-option"
                      >
                        <ModelLine model={model} credits={getCredits(model)} isListed />
                      </div>
                    ))}
                </div>
              ))}
            </div>
          </>
        )}
      </div>
    </div>
  )
}

function isFound({ name, maker, description }: Model, query: string): boolean {
  const text = foldText(`${name} ${maker} ${description}`)
  return foldText(query)
    .split(' ')
    .every((word) => text.includes(word))
}
