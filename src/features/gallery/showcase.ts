import showcase from './showcase.json'

export type ShowcaseCategory = 'animation' | 'movie' | 'product' | 'talk show' | 'other'

export interface ShowcaseItem {
  id: string
  creator: string
  handle: string
  /** The URL of the post. */
  videoUrl: string
  /** The URL of its embeddable frame: dark, without tracking. */
  embedUrl: string
  category: ShowcaseCategory
  caption: string
  model: string
}

export type Filter = 'all' | ShowcaseCategory

export const FILTERS: readonly { id: Filter; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'movie', label: 'Movie' },
  { id: 'animation', label: 'Animation' },
  { id: 'product', label: 'Product' },
  { id: 'talk show', label: 'Talk show' },
  { id: 'other', label: 'Other' },
]

// tests/src/features/gallery/gallery.test.tsx checks the data.
export const SHOWCASE = showcase.items as readonly ShowcaseItem[]

export function filterItems(items: readonly ShowcaseItem[], filter: Filter): readonly ShowcaseItem[] {
  return filter === 'all' ? items : items.filter((item) => item.category === filter)
}
