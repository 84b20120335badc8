/** What `npm run test:citus` runs. */
export const testsOnCluster = [
  'packages/server/src/app/distribute.test.ts',
  'packages/server/src/app/doctor-distribution.test.ts',
  'packages/server/src/domains/ledger/store/attacks.test.ts',
  'packages/server/src/domains/ledger/store/shards.test.ts',
  'packages/server/src/platform/database/migrate-distributed.test.ts',
  'packages/stories/src/billing/disputes.test.ts',
  'packages/stories/src/billing/orders.test.ts',
]

/**
 * What was tried on a cluster and doesn’t pass yet, with the question that Citus refuses. Everything
 * else was not tried.
 */
export const failingOnCluster = {
  'packages/stories/src/billing/benefit-grants.test.ts':
    'who lacks a benefit of a product, which joins grants, products and subscriptions',
  'packages/stories/src/billing/license-keys.test.ts':
    'who lacks a benefit of a product, which joins grants, products and subscriptions',
  'packages/stories/src/billing/products.test.ts': 'prices by usage, which read meters',
}
