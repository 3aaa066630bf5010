import { ImageUp, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { classNames } from '@/components/class-names'
import { Spinner } from '@/components/spinner'
import { useStore } from '@/components/use-store'
import type { Form } from './form-store'
import { useObjectUrl } from './use-object-url'

export function PictureField({ form, isInvalid }: { form: Form; isInvalid: boolean }) {
  const id = useId()
  const picture = useStore(form.picture)
  const preview = useObjectUrl(picture?.file ?? null)
  const { isBusy: isChecking, fault } = useStore(form.intake.work)
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function choose(file: File | undefined) {
    if (file) void form.intake.take(file)
  }

  function remove() {
    form.intake.remove()
    input.current?.focus()
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    choose(event.dataTransfer.files[0])
  }

  return (
    <div>
      <p className="mb-2 text-sm text-soft">Picture</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the input inside */}
      <div
        className={classNames(
          'relative overflow-hidden rounded-md border bg-ink transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-amber',
          isInvalid ? 'border-bad' : isOver ? 'border-amber' : 'border-hairline hover:border-edge',
          !picture && 'border-dashed',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          name="picture"
          type="file"
          accept="image/*"
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-rules`}
          className="sr-only"
          onChange={({ target }) => {
            choose(target.files?.[0])
            // Emptied, so that the same file can be chosen again after it was removed.
            target.value = ''
          }}
        />
        <label htmlFor={id} className={classNames('block cursor-pointer', picture ? 'p-0' : 'px-4 py-7')}>
          {picture ? (
            <>
              <span className="sr-only">Replace image</span>
              {preview && <img src={preview} alt={picture.file.name} className="h-48 w-full object-contain" />}
            </>
          ) : (
            <span className="flex flex-col items-center gap-2 text-center">
              {isChecking ? (
                <Spinner className="size-6" />
              ) : (
                <ImageUp aria-hidden="true" className="size-6 text-amber" />
              )}
              <span className="font-semibold">{isChecking ? 'Checking your picture...' : 'Upload image'}</span>
            </span>
          )}
        </label>
        {picture && (
          <button
            type="button"
            aria-label="Remove image"
            onClick={remove}
            className="absolute top-2 right-2 grid size-10 place-items-center rounded-full border border-edge bg-ink/85 text-text hover:bg-raise"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
      <p id={`${id}-rules`} className="mt-2 truncate text-sm text-soft tabular-nums">
        {picture ? `${picture.width} × ${picture.height} · ${picture.file.name}` : 'JPEG, PNG or WebP, up to 10 MB'}
      </p>
      <div aria-live="assertive">{fault && <p className="mt-1 text-sm text-bad">{fault}</p>}</div>
    </div>
  )
}
