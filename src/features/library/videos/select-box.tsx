interface SelectBoxProps {
  /** In the selection, from 1; 0 when it is not in it. */
  place: number
  /** Id of the name of the video. */
  labelledBy: string
  onChange: () => void
}

export function SelectBox({ place, labelledBy, onChange }: SelectBoxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md bg-ink/85 px-3 text-sm font-semibold tabular-nums">
      <input
        type="checkbox"
        checked={place > 0}
        onChange={onChange}
        aria-labelledby={labelledBy}
        className="size-5 accent-amber"
      />
      {place > 0 ? place : 'Select'}
    </label>
  )
}
