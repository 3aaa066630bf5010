import { paths } from './paths'

export interface NavigationLink {
  to: string
  label: string
  note?: string
  /** The label in the footer. Links without this label aren't in the footer. */
  footerLabel?: string
}

export interface NavigationGroup {
  label: string
  links: readonly NavigationLink[]
}

/** The links of the header, the mobile menu, and the footer. */
export const NAVIGATION: readonly (NavigationLink | NavigationGroup)[] = [
  { to: paths.home, label: 'Home', footerLabel: 'Home' },
  {
    label: 'AI Tools',
    links: [
      {
        to: paths.createVideo,
        label: 'Video Generator',
        note: 'Text to video and image to video',
        footerLabel: 'AI Video Generator',
      },
    ],
  },
  { to: paths.videoEffects, label: 'Video Effects' },
  { to: paths.pricing, label: 'Pricing', footerLabel: 'Pricing' },
]

export const NAVIGATION_LINKS: readonly (NavigationLink & { group?: string })[] = NAVIGATION.flatMap((entry) =>
  'links' in entry ? entry.links.map((link) => ({ ...link, group: entry.label })) : [entry],
)

export const LEGAL_LINKS: readonly NavigationLink[] = [
  { to: paths.terms, label: 'Terms of Service' },
  { to: paths.privacy, label: 'Privacy Policy' },
  { to: paths.refund, label: 'Refund Policy' },
]
