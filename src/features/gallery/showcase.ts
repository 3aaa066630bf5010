import showcase from './showcase.json'

export type ShowcaseCategory = 'animation' | 'movie' | 'product' | 'talk show' | 'other'

/** A public post that shows an AI-generated video. */
export interface ShowcaseItem {
  id: string
  /** Name and handle, as the maker writes them. */
  creator: string
  handle: string
  /** Address of the post. */
  videoUrl: string
  /** Address of its embeddable frame: dark, and asked not to track. */
  embedUrl: string
  category: ShowcaseCategory
  caption: string
  /** The model it was made with, as the post says. */
  model: string
}

export type Filter = 'all' | ShowcaseCategory

/** The filters in the order of their buttons. */
export const FILTERS: readonly { id: Filter; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'movie', label: 'Movie' },
  { id: 'animation', label: 'Animation' },
  { id: 'product', label: 'Product' },
  { id: 'talk show', label: 'Talk show' },
  { id: 'other', label: 'Other' },
]

// The file is ours; tests/src/features/gallery/showcase.test.ts holds it to this shape.
export const SHOWCASE = showcase.items as readonly ShowcaseItem[]

export function matching(items: readonly ShowcaseItem[], filter: Filter): readonly ShowcaseItem[] {
  return filter === 'all' ? items : items.filter((item) => item.category === filter)
}
