import type { ModelInputs } from '@contract/inputs'
import { ImagePlus } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { joinClasses } from '@/components/join-classes'
import type { Model } from '@/config/models'
import type { AdvancedInputsStore } from '../../advanced-inputs/advanced-inputs-store'
import { describePosition } from '../../advanced-inputs/text'
import { ReferenceItem } from './reference-item'
import { useReorder } from './use-reorder'
import { VideoPicker } from './video-picker'

interface ReferencesFieldProps {
  advanced: AdvancedInputsStore
  model: Model
  taken: NonNullable<ModelInputs['references']>
  problem: string | null
}

const ANCHOR = '--references'

/** Images of what should appear in the video. The prompt may refer to them by number. */
export function ReferencesField({ advanced, model, taken, problem }: ReferencesFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { references } = useStore(advanced.inputs)
  const leftOut = useStore(advanced.leftOut)
  const [moved, setMoved] = useState('')

  function move(key: string, to: number) {
    const name = references.find((one) => one.key === key)?.name ?? ''
    const place = advanced.moveReference(key, to)
    setMoved(describePosition(name, place + 1, references.length))
  }
  const startDrag = useReorder(move)
  const isFull = references.length >= taken.max

  // The focus returns when the input is rendered again, because a full list hides the input.
  const isRemoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a reference has gone
  useEffect(() => {
    if (isRemoved.current) input.current?.focus()
    isRemoved.current = false
  }, [references.length])

  return (
    <div>
      <div
        className="mb-2 flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-soft"
        style={{ anchorName: ANCHOR }}
      >
        <p id={`${id}-label`}>
          References{' '}
          <span className="tabular-nums">
            {references.length} of {taken.max}
          </span>
        </p>
        {!isFull && <VideoPicker anchor={ANCHOR} onFrame={(frame) => advanced.addReferences([frame])} />}
      </div>
      {references.length > 0 && (
        <ol
          aria-labelledby={`${id}-label`}
          className="mb-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-2"
        >
          {references.map((one, place) => (
            <ReferenceItem
              key={one.key}
              reference={one}
              place={place}
              count={references.length}
              roles={taken.roles}
              onRole={(role) => advanced.setRole(one.key, role)}
              onMove={(to) => move(one.key, to)}
              onRemove={() => {
                isRemoved.current = true
                advanced.removeReference(one.key)
                setMoved('')
              }}
              onDrag={() => startDrag(one.key)}
            />
          ))}
        </ol>
      )}
      <label
        className={joinClasses(
          'flex cursor-pointer flex-col items-center justify-center gap-1.5 rounded-md border border-dashed bg-ink p-4 text-center transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-amber',
          problem ? 'border-bad' : 'border-hairline hover:border-edge',
          isFull && 'hidden',
        )}
      >
        <input
          ref={input}
          name="image"
          type="file"
          accept="image/*"
          multiple
          disabled={isFull}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem ${id}-left-out`}
          className="sr-only"
          onChange={({ target }) => {
            advanced.addReferences([...(target.files ?? [])])
            // Allows the user to choose the same file again after removing it.
            target.value = ''
          }}
        />
        <span className="flex items-center gap-2 font-semibold">
          <ImagePlus aria-hidden="true" className="size-5 text-amber" />
          Add references
        </span>
        <span aria-hidden="true" className="text-sm text-balance text-soft">
          {references.length === 0 &&
            `Up to ${taken.max} images of people, things, or places that ${model.name} should show. `}
          <span className="pointer-coarse:hidden">Choose, drop, or paste them.</span>
        </span>
      </label>
      <p id={`${id}-left-out`} role="status" className="text-sm text-amber not-empty:mt-2">
        {leftOut}
      </p>
      <p id={`${id}-problem`} aria-live="assertive" className="text-sm text-bad not-empty:mt-2">
        {problem}
      </p>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
    </div>
  )
}
