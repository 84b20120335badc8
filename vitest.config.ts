import { defineConfig } from 'vitest/config'

const testDatabaseSetup = './packages/server/test/global-setup.ts'
const publishEvidence = './packages/server/test/publish-evidence.ts'

// Without isolation the files of a project share one module graph per worker, which is several
// times faster and the reason for the rule of no state in modules.
const shared = { isolate: false, testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // Much of the time tests wait for one another's processes and clocks.
    maxWorkers: 2,
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
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [testDatabaseSetup],
          testTimeout: 60_000,
          fileParallelism: false,
          // Browsers and whole servers want the machine for themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
