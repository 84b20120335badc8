import { defineConfig } from 'vitest/config'

const testDatabaseSetup = './packages/server/test/global-setup.ts'
const publishEvidence = './packages/server/test/publish-evidence.ts'

// Without isolation the files of a project share one module graph per worker, which is several
// times faster and the reason for the rule of no state in modules.
//
// A test waits for conditions and measures no time, so that a busy machine only makes it slow.
// It runs most code a few times only, which doesn't earn what it costs to optimize it; so that's done
// later than usual.
const shared = {
  isolate: false,
  execArgv: ['--interrupt-budget=500000'],
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // Whatever was transformed once, in this run or an earlier one, is read by all projects.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest-modules' },
    // Much of the time a worker waits for a browser, a server or a clock.
    maxWorkers: 3,
    projects: [
      {
        test: { ...shared, name: 'contract', include: ['packages/contract/src/**/*.test.ts'] },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['packages/server/{src,test,simulation}/**/*.test.ts'],
          globalSetup: [testDatabaseSetup],
          setupFiles: [publishEvidence],
        },
      },
      {
        test: { ...shared, name: 'web', include: ['packages/web/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          ...shared,
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          globalSetup: [testDatabaseSetup],
        },
      },
      {
        test: {
          ...shared,
          name: 'stories',
          include: ['packages/stories/src/**/*.test.ts'],
          globalSetup: [testDatabaseSetup],
          setupFiles: [publishEvidence],
          // Floods and races hash passwords by the hundred, behind everything else that runs.
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [testDatabaseSetup],
          // A person does more than a program, and so does each of these tests.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
