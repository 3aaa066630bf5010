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

interface CategoryFootage {
  video: string
  poster: string
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

const VIDEOS_PER_CATEGORY = 2

/**
 * Returns one of our short, silent videos for a post that can't be shown. tools/media/clips/gallery.ts creates them.
 * Adjacent posts get different videos.
 */
export function getFootage({ id, category }: ShowcaseItem): CategoryFootage {
  const place = filterItems(SHOWCASE, category).findIndex((item) => item.id === id)
  const name = `${category.replace(' ', '-')}-${(Math.max(0, place) % VIDEOS_PER_CATEGORY) + 1}`
  return { video: `/videos/gallery/${name}.mp4`, poster: `/images/posters/gallery/${name}.avif` }
}

export function filterItems(items: readonly ShowcaseItem[], filter: Filter): readonly ShowcaseItem[] {
  return filter === 'all' ? items : items.filter((item) => item.category === filter)
}
