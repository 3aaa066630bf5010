export const controlClass =
  'block w-full rounded-md border border-hairline bg-ink px-3.5 py-2.5 text-base text-text placeholder:text-soft/75 transition-colors duration-150 hover:border-edge focus-visible:border-amber focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60'

/** A small button that shows only an icon. */
export const iconClass =
  'grid size-9 place-items-center rounded-md text-soft hover:bg-raise hover:text-text aria-disabled:opacity-35 pointer-coarse:size-11'
