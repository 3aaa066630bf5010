import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '@/components/button-link'
import { usePlayback } from '@/components/footage/use-playback'
import { useInView } from '@/components/hooks/use-in-view'
import { FOOTAGE } from '@/config/media'
import { paths } from '@/config/paths'
import { useModelFacts } from '@/state/capabilities'
import { describeHero } from '../copy'
import { HeroFootage } from './hero-footage'
import { HeroTracks } from './hero-tracks'
import { useHeroVideo } from './use-hero-video'

export function Hero() {
  const root = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const isInView = useInView(root, { threshold: 0.1 })
  const isLoaded = useIsPageLoaded()
  const copy = describeHero(useModelFacts())
  // Wait for the page to load, which sets the video's URL. Some browsers ignore play() on a video without a URL.
  const playback = usePlayback(video, isInView && isLoaded)
  const film = useHeroVideo(video, FOOTAGE.hero, playback)
  return (
    <section
      ref={root}
      aria-labelledby="hero-heading"
      className="relative isolate -mt-header grid min-h-[min(100svh,68rem)] print:min-h-0 grid-cols-1 grid-rows-[1fr_auto] overflow-hidden"
    >
      <HeroFootage
        footage={FOOTAGE.hero}
        video={isLoaded ? film.address : null}
        onError={film.onError}
        videoRef={video}
        playback={playback}
      />
      <div className="grid grid-cols-1 content-end pt-[calc(var(--spacing-header)+3rem)] [@media(height<30rem)]:pt-header">
        <div className="hero-words relative">
          <div className="frame pb-10 sm:pb-14">
            <h1 id="hero-heading" className="max-w-[11em] text-display">
              {copy.heading}
            </h1>
            <div className="mt-7 flex flex-wrap items-end justify-between gap-x-16 gap-y-7">
              <p className="max-w-[34rem] text-lg text-balance text-text">{copy.intro}</p>
              <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
                <ButtonLink to={paths.createVideo} size="lg">
                  {copy.action}
                </ButtonLink>
                <p className="text-sm text-text/85">{copy.cost}</p>
              </div>
            </div>
          </div>
        </div>
      </div>
      <HeroTracks video={video} playback={{ ...playback, setSound: film.setSound }} />
    </section>
  )
}

function useIsPageLoaded(): boolean {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const settle = () => setIsLoaded(true)
    if (document.readyState === 'complete') return settle()
    window.addEventListener('load', settle, { once: true })
    return () => window.removeEventListener('load', settle)
  }, [])
  return isLoaded
}
