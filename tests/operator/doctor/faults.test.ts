import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Problem } from '../../../operator/checks/check.ts'
import { examine } from '../../../operator/doctor.ts'
import { type Deployment, openDeployment, type Plant, VERSION } from '../../support/operator/deployment.ts'
import { FAULTS } from '../../support/operator/faults.ts'

let deployment: Deployment
let healthy: Blob
beforeAll(async () => {
  deployment = await openDeployment()
  healthy = await deployment.copy()
})
afterAll(() => deployment?.close())

async function findProblems(plant: Plant): Promise<Problem[]> {
  const { settings, fetch } = await deployment.plant(plant)
  const results = await examine(settings, {
    fetch,
    sql: deployment.sql,
    version: async () => VERSION,
    timeoutMs: 60_000,
  })
  // The embedded Supabase writes every refusal of the database to the console.
  vi.mocked(console.error).mockClear()
  return results.flatMap((result) => (result.state === 'wrong' ? result.problems : []))
}

/** Does what the fixes say, and returns what is left of the plant. */
async function follow(problems: Problem[], { sql: _, ...plant }: Plant): Promise<Plant> {
  for (const statement of new Set(problems.map(({ sql }) => sql))) {
    if (statement) await deployment.exec(statement)
  }
  const fixes = problems.filter(({ sql }) => !sql).map(({ fix }) => fix)
  let left = plant
  for (const fix of fixes) {
    const [, name, value] = /^Set (\w+)=(\S+) in /.exec(fix) ?? []
    if (name) left = { ...left, settings: { ...left.settings, [name]: value } }
    if (fix.includes('npm run deploy')) {
      const { api: __, ...undeployed } = left
      left = { ...undeployed, deployed: true }
      await deployment.deployDatabase()
      if (fix.startsWith('Turn on pg_net at')) await deployment.exec('create schema if not exists net')
    } else if (/providers$/.test(fix)) {
      const { auth: __, ...closed } = left
      left = closed
    } else if (/publish dist|dist\/_headers/.test(fix)) {
      const { answer: __, ...published } = left
      left = published
    } else if (!fix.startsWith("Read the function's log")) {
      throw new Error(`Nobody can follow this: ${fix}`)
    }
  }
  return left
}

it('has fifty faults, each with a name of its own', () => {
  expect(new Set(FAULTS.map(([name]) => name)).size).toBe(50)
})

it.each(FAULTS)('names it where %s, with a fix that works', async (_, says, plant) => {
  try {
    const problems = await findProblems(plant)
    expect(problems.map(({ what }) => what)).toContainEqual(expect.stringMatching(says))
    expect(await findProblems(await follow(problems, plant))).toEqual([])
  } catch (error) {
    // Remains of a fault must not fail the next ones.
    await deployment.close()
    deployment = await openDeployment(healthy)
    throw error
  }
})

it('says nothing of what the operator has added', async () => {
  await deployment.exec(`
    create table public.orders (id serial primary key, user_id uuid references public.users (id), note text);
    grant all on public.orders to anon;
    create view public.open_orders as select * from public.orders;
    grant select on public.open_orders to anon;
    create function public.count_orders() returns bigint language sql as 'select count(*) from public.orders';
    grant execute on function public.count_orders() to anon;
    create view public.my_videos with (security_invoker = on) as select * from public.jobs;
    grant select on public.my_videos to authenticated;
    create index jobs_prompt_idx on public.jobs (prompt);
    create policy faces on storage.objects for select to anon using (bucket_id = 'faces');
    create role reporter; grant usage on schema public to reporter; grant select on public.jobs to reporter`)
  expect(await findProblems({})).toEqual([])
})
