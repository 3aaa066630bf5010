import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { controlClass } from '@/components/control-class'
import type { Model } from '@/config/models'
import { foldText } from '@/lib/text'
import type { Fields } from '@/state/jobs/fields'
import { ModelLine } from './model-line'

interface ModelListProps {
  id: string
  label: string
  models: readonly Model[]
  chosen: Model
  mode: Fields['mode']
  getCredits: (model: Model) => number
  onChoose: (id: string) => void
  /** Closes the popup. The focus returns to its button. */
  onClose: () => void
}

/** Only the popup scrolls, in browsers that support `container`. */
const NEAREST = { block: 'nearest', container: 'nearest' } as const

/** The most models in a list without a search field and the makers' names. */
const SHORT_LIST = 6

/**
 * The models by maker. The list keeps the focus, or the search field above a long list does. The arrow keys move the
 * active option, and Enter selects it.
 */
export function ModelList({ id, label, models, chosen, mode, getCredits, onChoose, onClose }: ModelListProps) {
  const isLong = models.length > SHORT_LIST
  const focused = useRef<HTMLElement>(null)
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

  // The page itself doesn't scroll, so that the list stays as high as the space that it opened in.
  useEffect(() => focused.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (activeOption) document.getElementById(activeOption)?.scrollIntoView(NEAREST)
  }, [activeOption])

  function choose(model: Model) {
    onClose()
    onChoose(model.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    // The focus returns to the button, and moves on from there.
    if (key === 'Tab') return onClose()
    const isChoice = key === 'Enter' || (key === ' ' && !isLong)
    const model = isChoice ? active : active && findModel(key, usable, active, isLong)
    if (!model && !isChoice) return
    // Enter would submit the form, and the arrow keys would move the caret.
    event.preventDefault()
    if (!model) return
    if (isChoice) choose(model)
    else setActiveId(model.id)
  }

  const keys = { 'aria-activedescendant': activeOption, onKeyDown }
  return (
    <>
      {isLong && (
        <>
          <input
            ref={focused as RefObject<HTMLInputElement | null>}
            type="search"
            role="combobox"
            aria-label="Find a model"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            placeholder={`Search ${models.length} models`}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            {...keys}
            className={controlClass}
          />
          <p role="status" className={query ? 'px-3 pt-2 text-sm text-soft' : undefined}>
            {query &&
              (found.length > 0
                ? `${found.length} of ${models.length} models. Press Enter to select.`
                : `No models match. ${chosen.name} stays selected.`)}
          </p>
        </>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        {...(!isLong && { ref: focused as RefObject<HTMLDivElement | null>, tabIndex: 0, ...keys })}
        className="outline-none"
      >
        {makers.map((maker) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box has no fieldsets
          <div key={maker} role="group" aria-label={maker}>
            {isLong && (
              <p aria-hidden="true" className="px-3 pt-3 pb-1 text-[0.8125rem] text-soft">
                {maker}
              </p>
            )}
            {listed
              .filter((model) => model.maker === maker)
              .map((model) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the focused element handles the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the list or its search field keeps the focus
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
                  <ModelLine model={model} credits={getCredits(model)}>
                    <Offers model={model} />
                    {!model.makesFrom[mode] && (
                      <span className="mt-1 block text-sm">
                        {mode === 'image' ? "Can't start from an image" : 'Needs an image'}
                      </span>
                    )}
                  </ModelLine>
                </div>
              ))}
          </div>
        ))}
      </div>
    </>
  )
}

/** Badges of a model: sound, its best resolution, references, and whether it ends soon. */
function Offers({ model: { hasSound, inputs, ending } }: { model: Model }) {
  const offers = [hasSound ? 'Sound' : 'Silent', inputs?.resolutions.at(-1)?.name]
  if (inputs?.references) offers.push('References')
  if (ending) offers.push('Ends soon')
  return (
    <span className="mt-1.5 flex flex-wrap gap-1">
      {offers.filter(Boolean).map((offer) => (
        <span key={offer} className="rounded-full border border-edge px-1.5 text-xs text-soft">
          {offer}
        </span>
      ))}
    </span>
  )
}

/** Returns the model that a key leads to. A letter leads to the next model whose name begins with it. */
function findModel(key: string, usable: readonly Model[], active: Model, isSearched: boolean): Model | undefined {
  const at = usable.indexOf(active)
  if (key === 'ArrowDown') return usable.at((at + 1) % usable.length)
  if (key === 'ArrowUp') return usable.at(at - 1)
  if (isSearched) return undefined
  if (key === 'Home') return usable[0]
  if (key === 'End') return usable.at(-1)
  const following = [...usable.slice(at + 1), ...usable.slice(0, at + 1)]
  return key.length === 1 ? following.find(({ name }) => foldText(name).startsWith(foldText(key))) : undefined
}

function isFound({ name, maker, description }: Model, query: string): boolean {
  const text = foldText(`${name} ${maker} ${description}`)
  return foldText(query)
    .split(' ')
    .every((word) => text.includes(word))
}
