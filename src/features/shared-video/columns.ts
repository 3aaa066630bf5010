/** The video, with its facts beside or below. */
export const columnsClass =
  'grid grid-cols-1 gap-x-[clamp(2rem,4vw,4rem)] gap-y-7 lg:grid-cols-[minmax(0,1fr)_minmax(18rem,22rem)]'
