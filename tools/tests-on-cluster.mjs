/** What runs on a cluster: files, or folders with all of their files. */
export const testsOnCluster = [
  'packages/server/simulation/simulation.test.ts',
  'packages/server/simulation/strangers',
  'packages/server/src/app/claims-of-the-dead.test.ts',
  'packages/server/src/app/distribute.test.ts',
  'packages/server/src/app/doctor-distribution.test.ts',
  'packages/server/src/app/noted-work.test.ts',
  'packages/server/src/domains/benefits/routes/benefit-races.test.ts',
  'packages/server/src/domains/catalog/routes/custom-field-races.test.ts',
  'packages/server/src/domains/catalog/routes/discount-races.test.ts',
  'packages/server/src/domains/checkout/actions/killed-checkout.test.ts',
  'packages/server/src/domains/checkout/routes/link-races.test.ts',
  'packages/server/src/domains/customers/routes/customer-races.test.ts',
  'packages/server/src/domains/customers/routes/erasure.test.ts',
  'packages/server/src/domains/entitlements/routes/delivery-races.test.ts',
  'packages/server/src/domains/files/routes/file-races.test.ts',
  'packages/server/src/domains/identity/routes/administration/races.test.ts',
  'packages/server/src/domains/ledger/store/attacks.test.ts',
  'packages/server/src/domains/ledger/store/shards.test.ts',
  'packages/server/src/domains/limits/routes/usage-checks.test.ts',
  'packages/server/src/domains/orders/routes/refund-races.test.ts',
  'packages/server/src/domains/organizations/routes/all-organizations.test.ts',
  'packages/server/src/domains/organizations/routes/member-races.test.ts',
  'packages/server/src/domains/overview/routes',
  'packages/server/src/domains/payments/actions/killed-payment.test.ts',
  'packages/server/src/domains/payments/actions/sandbox/sandbox.test.ts',
  'packages/server/src/domains/payments/actions/submit-payments.test.ts',
  'packages/server/src/domains/subscriptions/actions/claimed-renewal.test.ts',
  'packages/server/src/domains/subscriptions/actions/killed-renewal.test.ts',
  'packages/server/src/platform/database/migrate-distributed.test.ts',
  'packages/server/src/platform/due',
  'packages/stories/src',
]

/** Files of them that are left out, with the reason. */
export const leftOut = {
  'packages/stories/src/billing/demo.test.ts':
    'it reads rows by a question that spans all nodes, which Citus refuses',
  'packages/stories/src/replica/failover.test.ts': 'it kills a primary that it has started',
  'packages/stories/src/replica/replica.test.ts': 'it starts a primary and its replica',
}
