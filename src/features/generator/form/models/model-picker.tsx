import { ChevronDown, Volume2, VolumeX } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { controlClass } from '@/components/control-class'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { joinClasses } from '@/components/join-classes'
import type { Model } from '@/config/models'
import { foldText } from '@/lib/text'
import type { Fields } from '@/state/jobs/fields'
import './model-picker.css'

interface ModelPickerProps {
  label: string
  name?: string
  models: readonly Model[]
  chosen: Model
  mode: Fields['mode']
  getCredits: (model: Model) => number
  problem: string | null
  onChoose: (id: string) => void
  /** A control next to the label. */
  action?: ReactNode
  /** A line below the model. */
  note?: ReactNode
}

/** The most models in a plain list. Longer lists are grouped by maker and have a search field. */
const SHORT_LIST = 6

const boxClass = 'model-picker rounded-md border border-hairline bg-ink text-text transition-colors hover:border-edge'

/** A native select, which works with keyboard, touch, and screen readers. Browsers that can style it show columns. */
export function ModelPicker(props: ModelPickerProps) {
  const { label, name, models, chosen, mode, getCredits, problem, onChoose, action, note } = props
  const id = useId()
  const isUsable = useHydrated()
  const isLong = models.length > SHORT_LIST
  const [query, setQuery] = useState('')
  const found = isLong ? models.filter((model) => isFound(model, query)) : models
  // Keep the chosen model in the list, or the select would show another one.
  const listed = found.includes(chosen) ? found : [chosen, ...found]
  const face = (
    <>
      <ModelLine model={chosen} credits={getCredits(chosen)} />
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
    </>
  )
  const renderOption = (model: Model) => (
    // A closed, styled list has no text for screen readers.
    <option
      key={model.id}
      value={model.id}
      disabled={!model.makesFrom[mode]}
      aria-label={`${model.name} · ${model.description} · ${getCredits(model)} credits`}
    >
      <ModelLine model={model} credits={getCredits(model)} />
    </option>
  )

  function takeFirst(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Enter would submit the form.
    event.preventDefault()
    const first = found.find(({ makesFrom }) => makesFrom[mode])
    if (first) onChoose(first.id)
  }

  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3 text-sm text-soft">
        <label htmlFor={id}>{label}</label>
        {action}
      </div>
      {isLong && isUsable && (
        <>
          <input
            type="search"
            aria-label="Find a model"
            placeholder={`Search ${models.length} models`}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={takeFirst}
            className={joinClasses(controlClass, 'mb-2')}
          />
          <p role="status" className={query ? 'mb-2 text-sm text-soft' : undefined}>
            {query &&
              (found.length > 0
                ? `${found.length} of ${models.length} models. Press Enter to select the first.`
                : `No models match. ${chosen.name} stays selected.`)}
          </p>
        </>
      )}
      {isUsable ? (
        <select
          id={id}
          name={name}
          value={chosen.id}
          onChange={({ target }) => onChoose(target.value)}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          className={boxClass}
        >
          <button type="button" tabIndex={-1} className="model-face">
            {face}
          </button>
          {isLong
            ? [...new Set(listed.map(({ maker }) => maker))].map((maker) => (
                <optgroup key={maker} label={maker}>
                  {listed.filter((model) => model.maker === maker).map(renderOption)}
                </optgroup>
              ))
            : models.map(renderOption)}
        </select>
      ) : (
        // Older browsers remove elements inside a prerendered select, and hydration would fail.
        <div className={boxClass}>
          <span className="model-face">{face}</span>
        </div>
      )}
      {/* Reserves the line, so that nothing moves when the provider is known. */}
      <p className="mt-2 min-h-5 text-sm text-soft">{describeProviders(chosen.providers)}</p>
      {note}
      <p id={`${id}-problem`} aria-live="assertive" className={problem ? 'mt-2 text-sm text-bad' : undefined}>
        {problem}
      </p>
    </div>
  )
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns a sentence that names every provider that may receive the prompt. Empty while unknown. */
function describeProviders([first, ...others]: readonly string[]): string {
  if (!first) return ''
  return `Generated by ${first}${others.length > 0 ? `, or by ${anyOf.format(others)} if it can't be reached` : ''}.`
}

function isFound({ name, maker, description }: Model, query: string): boolean {
  const text = foldText(`${name} ${maker} ${description}`)
  return foldText(query)
    .split(' ')
    .every((word) => text.includes(word))
}

function ModelLine({ model, credits }: { model: Model; credits: number }) {
  // The description already says it.
  const Sound = model.hasSound ? Volume2 : VolumeX
  return (
    <span className="model-line">
      <img src={model.logo} alt="" width="36" height="36" />
      <span className="model-name">
        {model.name}
        <Sound aria-hidden="true" />
      </span>{' '}
      <span className="model-gap">·</span> <span className="model-description">{model.description}</span>{' '}
      <span className="model-gap">·</span> <span className="model-credits">{credits} credits</span>
    </span>
  )
}
