/** The video, with its details at its right or below. */
export const columnsClass =
  'grid grid-cols-1 items-start gap-x-[clamp(2rem,4vw,4rem)] gap-y-7 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] lg:grid-rows-[auto_1fr]'
