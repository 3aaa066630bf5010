import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { getRowId, getVideoPath, paths } from '@/config/paths'
import { type Job, NO_PROMPT, type SucceededJob } from '@/state/jobs/job'
import { describeReceipt } from '@/state/jobs/job-text'
import { useJobActions } from '@/state/jobs/use-jobs'
import { RECEIPT_TONES } from '../video-card/receipt-tones'
import type { RowHandlers } from '../video-card/row-handlers'
import { VideoActions } from '../video-card/video-actions'
import { VideoEnd } from '../video-card/video-end'
import { linkClass, SourceLink } from '../video-card/video-facts'
import { VideoName } from '../video-name'
import { listSettings } from './list-settings'
import { useChain } from './use-chain'

interface VideoAboutProps {
  job: Job
  handlers: RowHandlers
  shots: readonly SucceededJob[] | undefined
}

/** A video's name, receipt, actions, prompt, settings, and chain. */
export function VideoAbout({ job, handlers, shots }: VideoAboutProps) {
  const actions = useJobActions()
  const later = useChain(job)
  const nameId = `${getRowId(job.id)}-name`
  const settlement = job.settlement === 'pending' ? 'held' : job.settlement
  return (
    <div className="grid min-w-0 gap-6 lg:row-span-2">
      <div className="grid gap-3">
        <VideoName job={job} id={nameId} className="text-2xl leading-tight text-balance" isHeading />
        <p className={`font-semibold tabular-nums ${RECEIPT_TONES[settlement]}`}>
          {describeReceipt({ ...job, settlement })}
        </p>
        <VideoEnd job={job} />
        <VideoActions
          job={job}
          labelledBy={nameId}
          renew={() => actions.renew(job.id).catch(() => null)}
          handlers={handlers}
          shots={shots}
        />
      </div>
      <Part name="Prompt" id={`${nameId}-prompt`}>
        <p dir="auto" className="text-soft wrap-anywhere whitespace-pre-line">
          {job.prompt || NO_PROMPT}
        </p>
      </Part>
      <Part name="Settings" id={`${nameId}-settings`}>
        <dl className="grid gap-1.5 text-[0.9375rem]">
          {listSettings(job).map(([term, value]) => (
            <div key={term} className="flex gap-3">
              <dt className="w-24 shrink-0 text-soft">{term}</dt>
              <dd dir="auto" className="min-w-0 wrap-anywhere tabular-nums">
                {value}
              </dd>
            </div>
          ))}
          {job.cast.length > 0 && <CastRow cast={job.cast} />}
        </dl>
      </Part>
      {(job.sourceId || later.length > 0) && (
        <Part name="Chain" id={`${nameId}-chain`}>
          <ul className="grid gap-1.5 text-[0.9375rem] text-soft">
            {job.sourceId && (
              <li>
                <SourceLink sourceId={job.sourceId} inputKind={job.inputKind} className={linkClass} />
              </li>
            )}
            {later.map(({ id, name, isUpscaled }) => (
              <li key={id}>
                <Link to={getVideoPath(id)} className={linkClass}>
                  {isUpscaled ? 'Upscaled to' : 'Continued by'} “{name}”
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

/** The members of the cast that the prompt names. A deleted one has no link. */
function CastRow({ cast }: Pick<Job, 'cast'>) {
  return (
    <div className="flex gap-3">
      <dt className="w-24 shrink-0 text-soft">Cast</dt>
      <dd className="min-w-0 wrap-anywhere">
        {cast.map(({ id, name, currentName }, place) => (
          <Fragment key={name}>
            {place > 0 && ', '}
            {id ? (
              <Link to={paths.cast} dir="auto" className={linkClass}>
                {currentName ?? name}
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

function Part({ name, id, children }: { name: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-hairline pt-5">
      <h2 id={id} className="mb-2 text-[0.9375rem] font-semibold">
        {name}
      </h2>
      {children}
    </section>
  )
}
