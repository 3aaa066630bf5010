import { joinClasses } from '@/components/join-classes'

interface SelectBoxProps {
  /** The position in the selection, from 1. 0 if not selected. */
  place: number
  name: string
  onChange: () => void
}

/** A checkbox that covers a row, with the row's position in the selection. */
export function SelectBox({ place, name, onChange }: SelectBoxProps) {
  return (
    <>
      <input
        type="checkbox"
        aria-label={name}
        checked={place > 0}
        onChange={onChange}
        // A checkbox reacts to Space only. This one is a picture, which people also select by Enter.
        onKeyDown={({ key }) => key === 'Enter' && onChange()}
        className="video-select"
      />
      <span
        aria-hidden="true"
        className={joinClasses(
          'pointer-events-none absolute top-2 left-2 grid size-8 place-items-center rounded-full border-2 text-sm font-semibold tabular-nums',
          place > 0 ? 'border-amber bg-amber text-ink' : 'border-text bg-ink/70',
        )}
      >
        {place > 0 && place}
      </span>
    </>
  )
}
