// Faults that the property must find: each makes a promise untrue. They are planted in the source as a server process reads
// it, or in a function of the run's own database; the product has no switch for them.

/** `from` stands in the file exactly once. */
export interface SourceEdit {
  /** Below the project's root. */
  file: string
  from: string
  to: string
}

export interface PlantedFault {
  /** A seed that finds it in the number of operations. Default: 2. */
  seed?: number
  /** The time that the file server takes for each file, in milliseconds. Default: 0, 20, or 100. */
  fileMs?: number
  source?: SourceEdit[]
  /** Function name, piece, replacement. */
  database?: [name: string, from: string, to: string][]
}

const API = 'supabase/functions/api/services'

export const PLANTED_FAULTS: Record<string, PlantedFault> = {
  'a refused stop refunds': {
    source: [
      {
        file: `${API}/jobs/cancel-job.ts`,
        from: 'await jobs.endCancel(job.id, true)',
        to: `await jobs.release(job.id, 'cancelled', 'You canceled this video.')`,
      },
    ],
  },
  'a create is repeated': {
    source: [
      {
        file: `${API}/jobs/create-job.ts`,
        from: 'const outcome = await provider.create(request)',
        to: `let outcome = await provider.create(request)
  if (outcome.kind === 'unknown') outcome = await provider.create(request)`,
      },
    ],
  },
  'another provider is asked after a lost answer': {
    source: [
      {
        file: `${API}/jobs/create-job.ts`,
        from: "const isUnreachable = outcome.kind === 'not_created' && outcome.isUnreachable",
        to: "const isUnreachable = outcome.kind !== 'created'",
      },
    ],
  },
  'a status is asked of the first provider, whoever has the job': {
    source: [
      {
        file: `${API}/progress/refresh-job.ts`,
        from: 'const provider = deps.providers.find(job.provider)',
        to: 'const provider = deps.providers.all[0]',
      },
    ],
  },
  'success is marked whatever the ledger says': {
    database: [
      [
        'public.settle_job',
        `if p_video is not null and settlement = 'captured' then`,
        `if p_video is not null then
    update public.jobs set finished_at = null where id = p_job_id;`,
      ],
    ],
  },
  'a daily limit lets one credit more through': {
    database: [
      [
        'public.hold_credits',
        'today_credits > settings.daily_credits_per_user then',
        'today_credits > settings.daily_credits_per_user + 1 then',
      ],
    ],
  },
  'a sweep ends a job early whose create is unknown': {
    database: [
      [
        'public.expire_due_jobs',
        'secs => p_deadline_seconds',
        `secs => case j.status when 'unknown' then 300 else p_deadline_seconds end`,
      ],
      ['public.park_due_jobs', 'secs => p_deadline_seconds', 'secs => 300'],
    ],
  },
  'a file is thrown away when the answer to its capture is lost': {
    source: [
      { file: `${API}/progress/deliver-video.ts`, from: 'if (!mayBeCaptured) await discard', to: 'await discard' },
    ],
  },
  'a function locks the other way round': {
    database: [
      [
        'private.grant_credits',
        '  insert into private.credit_accounts',
        `  perform from public.users where id = p_user_id for update;
  perform pg_sleep(0.05);
  insert into private.credit_accounts`,
      ],
    ],
  },
  // Alone, the claims of looks keep almost all deliveries apart. Without both, two overlap only while a file takes long: at the usual
  // speed, half of the runs of 4,000 operations have none that do.
  'the claims of looks and deliveries are ignored': {
    fileMs: 1000,
    database: [['public.look_at_jobs', "'look', j.id = any (claimed)", "'look', true"]],
    source: [
      {
        file: `${API}/delivery/delivery-claims.ts`,
        from: 'return path === null ? null : claim(jobId, path)',
        to: `return claim(jobId, path ?? \`\${jobId}/unclaimed.mp4\`)`,
      },
    ],
  },
}
