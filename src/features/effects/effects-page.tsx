import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { Poster } from '@/components/footage/poster'
import { PageMeta } from '@/components/page-meta'
import { Pill } from '@/components/pill'
import { formatTitle } from '@/config/env'
import { DEMO_RENDERS, FOOTAGE } from '@/config/media'
import { paths } from '@/config/paths'
import { EffectCard } from './effect-card'
import { CATEGORIES, EFFECTS } from './effects'

const TITLE = 'AI Video Effects & Templates'

export function EffectsPage() {
  return (
    <>
      <PageMeta
        title={formatTitle(TITLE)}
        path={paths.videoEffects}
        firstImage={FOOTAGE.effectKissing.poster}
        description="Ready-made starting points for AI video with sound: a kiss between two people, and ASMR clips made for headphones."
      />
      <div className="frame pt-14 sm:pt-20">
        <h1 className="max-w-[12em] text-display">{TITLE}</h1>
        <div className="mt-10 flex flex-wrap items-end justify-between gap-x-12 gap-y-5">
          <CategoryPills />
          <p className="text-sm text-soft">
            Two effects so far. Category filters and one-click effects are coming soon.
          </p>
        </div>
        <div className="mt-8 grid grid-cols-1 gap-5 lg:grid-cols-[7fr_5fr]">
          {EFFECTS.map((effect, index) => (
            <EffectCard key={effect.path} effect={effect} isFirst={index === 0} />
          ))}
        </div>
      </div>
      <div className="frame pt-section">
        <section
          aria-labelledby="effects-banner"
          className="night relative isolate overflow-hidden rounded-xl px-6 py-14 sm:px-12 sm:py-20"
        >
          <Poster src={FOOTAGE.record.poster} className="-z-20" />
          <div className="absolute inset-0 -z-10 forced-color-adjust-none bg-ink/72 sm:bg-transparent sm:bg-linear-to-r sm:from-ink/90 sm:to-ink/15" />
          {DEMO_RENDERS && <span className="narrow absolute right-4 bottom-3 text-text/80">Demo</span>}
          <h2 id="effects-banner" className="max-w-2xl text-title">
            Create AI Video Effects Instantly
          </h2>
          <p className="mt-4 max-w-lg text-lg text-text/85">
            The{' '}
            <Link
              to={paths.createVideo}
              className="text-text underline decoration-amber underline-offset-4 hover:decoration-2"
            >
              video generator
            </Link>{' '}
            can create any scene you can describe.
          </p>
          <div className="mt-8">
            <ComingSoonButton>Create AI Video Now</ComingSoonButton>
          </div>
        </section>
      </div>
    </>
  )
}

/** The category buttons. They don't filter yet. */
function CategoryPills() {
  const [chosen, setChosen] = useState('All')
  return (
    <fieldset>
      <legend className="sr-only">Categories</legend>
      <div className="flex flex-wrap gap-2">
        {CATEGORIES.map(({ name, isNew }) => (
          <Pill key={name} pressed={name === chosen} onClick={() => setChosen(name)} {...(isNew && { badge: 'NEW' })}>
            {name}
          </Pill>
        ))}
      </div>
    </fieldset>
  )
}

/** An `aria-disabled` button, which can have the focus and so can explain itself. */
function ComingSoonButton({ children }: { children: ReactNode }) {
  const noteId = useId()
  return (
    <span className="group relative inline-flex">
      <Button size="lg" aria-disabled="true" aria-describedby={noteId}>
        {children}
      </Button>
      <span
        id={noteId}
        role="tooltip"
        className="pointer-events-none absolute top-full left-1/2 mt-2.5 -translate-x-1/2 rounded-md border border-edge bg-raise px-3 py-1.5 text-sm whitespace-nowrap opacity-0 shadow-float transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100"
      >
        Coming soon
      </span>
    </span>
  )
}
