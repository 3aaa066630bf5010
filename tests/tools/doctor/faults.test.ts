import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Problem } from '../../../tools/doctor/checks/check.ts'
import { examine } from '../../../tools/doctor/doctor.ts'
import { type Deployment, type DeploymentFault, openDeployment, VERSION } from '../../support/doctor/deployment.ts'
import { FAULTS, type Fault } from '../../support/doctor/faults.ts'
import { answerWithAll, OUTSIDE_FAULTS } from '../../support/doctor/outside-faults.ts'

let deployment: Deployment
let healthy: Blob
beforeAll(async () => {
  deployment = await openDeployment()
  healthy = await deployment.copy()
})
afterAll(() => deployment?.close())

async function findProblems(plant: DeploymentFault): Promise<Problem[]> {
  const { settings, fetch } = await deployment.plant(plant)
  const results = await examine(settings, {
    fetch,
    sql: deployment.sql,
    version: async () => VERSION,
    timeoutMs: 60_000,
  })
  vi.mocked(console.error).mockClear()
  return results.flatMap((result) => (result.state === 'wrong' ? result.problems : []))
}

/** Returns whether a fix only says who can undo a change. A lost default and a changed role have no statement. */
const isLeftToReader = ({ fix }: Problem) => /^(Undo this change in the SQL editor|Ask Supabase)/.test(fix)

/** Follows the fixes. Returns the remaining part of the fault. */
async function follow(problems: Problem[], { sql: _, ...plant }: DeploymentFault): Promise<DeploymentFault> {
  for (const statement of new Set(problems.map(({ sql }) => sql))) {
    if (statement) await deployment.exec(statement)
  }
  const fixes = problems.filter((problem) => !problem.sql && !isLeftToReader(problem)).map(({ fix }) => fix)
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

/** Groups of faults that a single examination finds. The database faults of each kind are spread over four groups. */
const TOGETHER: [string, Fault[]][] = [0, 1, 2, 3].map((place) => {
  const some = FAULTS.filter(isOnlyInDatabase).filter((_, index) => index % 4 === place)
  return [some.map(([name]) => name).join(', and where '), some]
})
const ALONE = FAULTS.filter((fault) => !isOnlyInDatabase(fault)).map((fault): [string, Fault[]] => [fault[0], [fault]])

/** Returns whether a fault is only in the database. A read-only database can't contain another fault. */
function isOnlyInDatabase([, , { sql }]: Fault): boolean {
  return sql !== undefined && !sql[0].includes('read_only')
}

it.each([...TOGETHER, ...ALONE])('names the fault where %s, with a working fix or its position', async (_, faults) => {
  const plant: DeploymentFault = Object.assign({}, ...faults.map(([, , { sql: __, ...plant }]) => plant))
  const statements = faults.flatMap(([, , { sql }]) => sql?.[0] ?? [])
  if (statements.length > 0) plant.sql = [statements.join(';\n'), 'select 1']
  try {
    const problems = await findProblems(plant)
    const sentences = problems.map(({ what }) => what)
    for (const [name, says] of faults) {
      // A line that matches another fault doesn't count for this one.
      const others = faults.flatMap(([other, words]) => (other === name ? [] : [words]))
      const own = sentences.filter((what) => says.test(what) && !others.some((words) => words.test(what)))
      expect(own, `${name}:\n${sentences.join('\n')}`).not.toEqual([])
    }
    const left = await findProblems(await follow(problems, plant))
    const sayAll = (some: Problem[]) => some.map(({ what }) => what)
    expect(sayAll(left)).toEqual(sayAll(problems.filter(isLeftToReader)))
    for (const { what } of left) expect(what).toMatch(/^The column |bypasses row level security/)
    if (left.length > 0) await restore()
  } catch (error) {
    await restore()
    throw error
  }
})

it('names every fault of the host and the project in one examination, with the fix of each', async () => {
  const problems = await findProblems({ answer: answerWithAll })
  for (const { name, says, fix } of OUTSIDE_FAULTS)
    expect(problems, name).toContainEqual(
      expect.objectContaining({ what: expect.stringMatching(says), fix: expect.stringMatching(fix) }),
    )
  const isNamed = ({ what }: Problem) => OUTSIDE_FAULTS.some(({ says }) => says.test(what))
  expect(problems.filter((problem) => !isNamed(problem))).toEqual([])
})

/** Restores the deployment, so that no fault affects the next test. */
async function restore() {
  await deployment.close()
  deployment = await openDeployment(healthy)
}

it("reports none of the operator's own database objects", async () => {
  await deployment.exec(`
    create table public.orders (id serial primary key, user_id uuid references public.users (id), note text);
    alter table public.orders enable row level security;
    create policy own_orders on public.orders for select to authenticated using (user_id = auth.uid());
    grant all on public.orders to anon;
    create view public.open_orders with (security_invoker = on) as select * from public.orders;
    grant select on public.open_orders to anon;
    create function public.welcome() returns trigger language plpgsql security definer as $$
      begin raise notice 'welcome'; return new; end $$;
    create trigger welcome after insert on auth.users for each row execute function public.welcome();
    create function public.count_orders() returns bigint language sql as 'select count(*) from public.orders';
    grant execute on function public.count_orders() to anon;
    create view public.my_videos with (security_invoker = on) as select * from public.jobs;
    grant select on public.my_videos to authenticated;
    create index jobs_prompt_idx on public.jobs (prompt);
    create policy faces on storage.objects for select to anon using (bucket_id = 'faces');
    create role reporter; grant usage on schema public to reporter; grant select on public.jobs to reporter`)
  expect(await findProblems({})).toEqual([])
})
