import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { JOURNEY_ENV, JOURNEY_LANES } from './tests/support/journeys/workers.ts'
import { provideBuiltInModels } from './vite/built-in-models.ts'
import { provideContractShapes } from './vite/contract-shapes.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const alias = { '@contract': folder('./supabase/functions/_shared/contract'), '@': folder('./src') }

/** The time limit of expect.poll. */
const SOON = { poll: { timeout: 5000 } }
/** The time limit for tests that wait for a started program on a busy machine. */
const PATIENT = { poll: { timeout: 30_000 } }

/** By default, Vitest leaves one core free, which is half of a machine with two. */
const ALL_CORES = { maxWorkers: '100%' }

/** The tests of `npm test` also wait. With a worker per core, two cores were idle for 42% of the time, and with two for 4%. */
const WAITING = { maxWorkers: availableParallelism() * 2 }

/** The tests of the local server on a real PostgreSQL. */
const ON_POSTGRES = 'tests/local/postgres/**/*.test.ts'

/** The tests that `npm run test:full` runs and `npm test` doesn't. */
const FULL = ['tests/{local,vite,tools}/full/**/*.test.ts']

/** Each of these tests checks a whole deployment. */
const DOCTOR = 'tests/tools/doctor/**/*.test.ts'

/** Some of these tests render videos or build the app, on the same few cores as the other tests. */
const SERVER = {
  setupFiles: ['tests/setup/server.ts'],
  restoreMocks: true,
  testTimeout: 90_000,
  hookTimeout: 120_000,
  ...ALL_CORES,
  expect: PATIENT,
}

export default defineConfig({
  resolve: { alias },
  test: {
    // CI prints only the message of a failure, so the message shows whole values.
    chaiConfig: { truncateThreshold: 0 },
    // For `npm run test:changed`: a change of these files may break any test.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/package-lock.json', '**/tests/fixtures/**'],
    experimental: { vcsProvider: './tests/setup/changed-files.ts' },
    projects: [
      {
        plugins: [provideBuiltInModels(), provideContractShapes(), react()],
        resolve: { alias },
        test: {
          name: 'app',
          // Libraries are compiled once per process, instead of once per file, which saves a third of the work. Threads
          // can't have their own time zone.
          pool: 'vmForks',
          environment: './tests/setup/page-environment.ts',
          env: { TZ: 'Asia/Shanghai' },
          include: ['tests/src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup/app.ts'],
          restoreMocks: true,
          clearMocks: true,
          // The first test of a file compiles the code that it uses, which took 16 s on a busy machine.
          testTimeout: 60_000,
          ...WAITING,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/supabase/**/*.test.ts'],
          exclude: ['tests/supabase/race/**'],
          // Threads share the database engine's compiled code, and the files of a thread share one database. Each saves
          // a third of the work.
          pool: 'threads',
          isolate: false,
          globalSetup: ['tests/setup/database-copy.ts'],
          ...SERVER,
          ...WAITING,
          setupFiles: [...SERVER.setupFiles, 'tests/setup/settled-jobs.ts'],
          expect: SOON,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'local',
          environment: 'node',
          include: ['tests/{local,repository,tools,vite}/**/*.test.ts'],
          exclude: [...FULL, DOCTOR, ON_POSTGRES],
          // The next test file reuses the process, which saves a quarter of the work.
          isolate: false,
          ...SERVER,
          ...WAITING,
        },
      },
      {
        // Tests of whole programs, started like a user would: with a new database, the built bundle, and complete
        // videos.
        resolve: { alias },
        test: {
          name: 'local-full',
          environment: 'node',
          include: FULL,
          globalSetup: ['tests/setup/ready-folder.ts'],
          ...SERVER,
          // Don't run these at the same time as `postgres`, which runs one file at a time.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Tests that need a real PostgreSQL with many connections, or many runs.
        test: {
          name: 'postgres',
          environment: 'node',
          include: ['tests/supabase/race/**/*.test.ts', ON_POSTGRES],
          globalSetup: ['tests/setup/postgres-packages.ts'],
          setupFiles: ['tests/setup/server.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        // Tests of the deployed system: the official Supabase CLI against Debian's PostgreSQL 15 with the real pg_cron,
        // and the doctor.
        test: {
          name: 'hosted',
          environment: 'node',
          include: ['tests/hosted/**/*.test.ts', DOCTOR],
          // The next test file reuses the process, and what the doctor has computed in it.
          isolate: false,
          globalSetup: [
            'tests/setup/hosted-packages.ts',
            'tests/setup/postgres-packages.ts',
            'tests/setup/database-copy.ts',
          ],
          // Each call of the Supabase CLI takes 1.5 s of processor time without its optimizing compiler, and 2 s with it.
          env: { BUN_JSC_useDFGJIT: '0' },
          setupFiles: ['tests/setup/server.ts'],
          restoreMocks: true,
          // A deployment starts many programs in sequence. A limit of 90 s was too short on a busy machine.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Some tests wait for pg_cron, which has its own schedule.
          expect: PATIENT,
          ...ALL_CORES,
        },
      },
      {
        // Tests with real Chromium and the production bundle. They mostly wait for renders and polls, so two files run
        // at a time, each with its own servers. They run after all other projects.
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['tests/journeys/**/*.test.ts'],
          // The next test file reuses the process and its browser.
          isolate: false,
          globalSetup: ['tests/setup/ready-folder.ts', 'tests/setup/journeys.ts'],
          env: JOURNEY_ENV,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: JOURNEY_LANES,
          sequence: { groupOrder: 2 },
          // Some tests wait for a server, a video service, and a browser.
          expect: PATIENT,
        },
      },
    ],
  },
})
