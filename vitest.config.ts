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
/** The time limit if a started program answers on a busy machine. */
const PATIENT = { poll: { timeout: 30_000 } }

/** Vitest leaves one core out unless told; of two, that is half. */
const ALL_CORES = { maxWorkers: '100%' }

/** The tests that `npm run test:full` runs and `npm test` doesn't. */
const FULL = ['tests/{local,vite,tools}/full/**/*.test.ts']

/** The doctor looks at a whole deployment each time. */
const DOCTOR = 'tests/tools/doctor/**/*.test.ts'

/** Videos are drawn and the app is built in some of these, on the same few cores as everything else. */
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
    // For `npm run test:changed`: whatever these may break is everything.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/package-lock.json', '**/tests/fixtures/**'],
    experimental: { vcsProvider: './tests/setup/changed-files.ts' },
    projects: [
      {
        plugins: [provideBuiltInModels(), provideContractShapes(), react()],
        resolve: { alias },
        test: {
          name: 'app',
          // Libraries are compiled once per process, not once per file: a third less work. Threads would have no zone of their own.
          pool: 'vmForks',
          environment: './tests/setup/page-environment.ts',
          env: { TZ: 'Asia/Shanghai' },
          include: ['tests/src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/setup/app.ts'],
          restoreMocks: true,
          clearMocks: true,
          // The first test of a file compiles what it shows: 16 s were seen on a busy machine.
          testTimeout: 60_000,
          ...ALL_CORES,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/supabase/**/*.test.ts'],
          exclude: ['tests/supabase/race/**'],
          // Threads share the database engine's compiled code, and a thread's files one database: a third of the work each.
          pool: 'threads',
          isolate: false,
          globalSetup: ['tests/setup/database-copy.ts'],
          ...SERVER,
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
          exclude: [...FULL, DOCTOR],
          // A file's process serves the next one: a quarter of the work less.
          isolate: false,
          ...SERVER,
        },
      },
      {
        // Whole programs as a user starts them, a new database, the built bundle, and videos from their first frame to their last.
        resolve: { alias },
        test: {
          name: 'local-full',
          environment: 'node',
          include: FULL,
          globalSetup: ['tests/setup/ready-folder.ts'],
          ...SERVER,
          // Not beside `postgres`, which runs a file at a time.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What takes a real PostgreSQL with many connections, or many runs.
        test: {
          name: 'postgres',
          environment: 'node',
          include: ['tests/supabase/race/**/*.test.ts'],
          setupFiles: ['tests/setup/server.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        // What is deployed: the official Supabase CLI against Debian's PostgreSQL 15 with the real pg_cron, and the doctor.
        test: {
          name: 'hosted',
          environment: 'node',
          include: ['tests/hosted/**/*.test.ts', DOCTOR],
          setupFiles: ['tests/setup/server.ts'],
          restoreMocks: true,
          // A deployment is many programs, one after the other: 90 s were too short on a busy machine.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // What pg_cron does in its own time.
          expect: PATIENT,
          ...ALL_CORES,
        },
      },
      {
        // Real Chromium against the production bundle: renders and polls take the time they take, most of it waiting, so two files
        // run at a time, each with servers of its own. After everything else of the same run.
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/setup/ready-folder.ts', 'tests/setup/journeys.ts'],
          env: JOURNEY_ENV,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: JOURNEY_LANES,
          sequence: { groupOrder: 2 },
          // What a server, a video service and a browser show together.
          expect: PATIENT,
        },
      },
    ],
  },
})
