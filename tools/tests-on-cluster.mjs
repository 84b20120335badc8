/** What `npm run test:citus` runs: files, or folders with all of their files. */
export const testsOnCluster = [
  'packages/server/src/app/distribute.test.ts',
  'packages/server/src/app/doctor-distribution.test.ts',
  'packages/server/src/domains/ledger/store/attacks.test.ts',
  'packages/server/src/domains/ledger/store/shards.test.ts',
  'packages/server/src/platform/database/migrate-distributed.test.ts',
  'packages/stories/src/billing',
]

/** Files of them that are left out, with the reason. */
export const failingOnCluster = {
  'packages/stories/src/billing/demo.test.ts': 'two years of sales take more than five minutes',
  'packages/stories/src/billing/overview.test.ts': 'what needs hands isn’t answered yet',
}
