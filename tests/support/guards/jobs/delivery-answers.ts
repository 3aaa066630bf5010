// Answers of the delivery functions: who may try, where, and when again.
import { call, computeSecondsFromNow } from '../../../harness/ledger/calls.ts'
import { type Probe, same } from '../setting.ts'

export const DELIVERY_PROBES: Record<string, Probe> = {
  'one caller at a time delivers a video, and 45 seconds after it was last heard of another may': async (s) => {
    const claim = async (seconds: number, job = s.jobs.started) => {
      const path = await call<string | null>(s.sql, 'public.claim_delivery($1)', [job], computeSecondsFromNow(seconds))
      if (path !== null) paths.push(path)
      return path !== null
    }
    const paths: string[] = []
    const renew = (seconds: number, path: string | undefined) =>
      call(s.sql, 'public.renew_delivery($1, $2)', [s.jobs.started, path], computeSecondsFromNow(seconds))
    const end = (path: string | undefined, seconds = 0) =>
      call(s.sql, 'public.fail_delivery($1, $2)', [s.jobs.started, path], computeSecondsFromNow(seconds))
    same([await claim(0), await claim(0), await claim(44), await claim(46)], [true, false, false, true])
    const [dead, live] = paths
    same(new Set(paths.map((path) => path.split('/')[0])), new Set([s.jobs.started]))
    same([dead === live, await claim(0, s.jobs.captured), await claim(0, s.jobs.released)], [false, false, false])
    await renew(80, live)
    same(await claim(124), false)
    // Only its own.
    await renew(100, dead)
    await end(dead)
    same([await claim(124), await claim(126)], [false, true])
    // One that came too late to be renewed is over, and so is one that was released.
    await renew(180, paths[2])
    same(await claim(180), true)
    await end(paths[3], 181)
    await renew(181, paths[3])
    same([await claim(185), await claim(186)], [false, true])
  },
  'a delivery that came to nothing puts the next one off, by 5 s and then twice as long up to 2 minutes': async (s) => {
    const claim = (seconds: number) =>
      call<string | null>(s.sql, 'public.claim_delivery($1)', [s.jobs.started], computeSecondsFromNow(seconds))
    const end = (path: string | null, seconds: number) =>
      call(s.sql, 'public.fail_delivery($1, $2)', [s.jobs.started, path], computeSecondsFromNow(seconds))
    const wait = async (seconds: number) => {
      const job = await call<Record<string, number>>(
        s.sql,
        'public.get_job($1, $2)',
        [s.jobs.started, s.owner],
        computeSecondsFromNow(seconds),
      )
      return [job.delivery_failures, job.delivery_wait_seconds]
    }
    const waits: number[] = []
    let time = 0
    for (let failures = 1; failures <= 8; failures += 1) {
      const path = await claim(time)
      await end(path, time)
      // Released twice, as after a lost answer, it counts once.
      await end(path, time)
      const [counted = 0, seconds = 0] = await wait(time)
      same(
        [counted, await wait(time + seconds), await wait(time + 999), await claim(time + seconds - 1)],
        [failures, [failures, 0], [failures, 0], null],
      )
      waits.push(seconds)
      time += seconds
    }
    same(waits, [5, 10, 20, 40, 80, 120, 120, 120])
    // The database's clock was set back.
    same(await wait(0), [8, 0])
  },
  'a file that is missing is asked for once more when that is believed': async (s) => {
    const { started } = s.jobs
    const setMissing = (seconds: number) =>
      s.sql(
        `update private.provider_tasks set delivery_failures = 9, delivery_failed_at = now(),
         file_missing_since = now() - make_interval(secs => $2) where job_id = $1`,
        [started, seconds],
      )
    const read = async () => {
      const job = await call<Record<string, number>>(s.sql, 'public.get_job($1, $2)', [started, s.owner])
      return [job.delivery_wait_seconds, job.missing_file_seconds]
    }
    await setMissing(270)
    same(await read(), [30, 270])
    await setMissing(300)
    same(await read(), [120, 300])
  },
  'a file counts as missing since it was first found so': async (s) => {
    const record = (job: string) => call<number>(s.sql, 'public.record_missing_file($1)', [job])
    const age = (interval: string) =>
      s.sql(`update private.provider_tasks set file_missing_since = now() - $2::interval where job_id = $1`, [
        s.jobs.started,
        interval,
      ])
    same([await record(s.jobs.started), await record(s.jobs.captured)], [0, 0])
    await age('301.5 seconds')
    same([await record(s.jobs.started), await record(s.jobs.started), await record(s.jobs.captured)], [301, 301, 0])
    // The database's clock was set back.
    await age('-1 hour')
    same(await record(s.jobs.started), 0)
    const others = 'select count(*)::int as count from private.provider_tasks where file_missing_since is null'
    same(await s.sql(others), [{ count: 1 }])
  },
}
