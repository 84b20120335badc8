const stories = 'packages/stories/src/billing'

/** What each push runs where there is a cluster: files, or folders with all of their files. */
export const testsOfPush = [
  'packages/server/simulation/simulation.test.ts',
  'packages/server/src/app/distribute.test.ts',
  'packages/server/src/app/doctor-distribution.test.ts',
  'packages/server/src/domains/catalog/routes/discount-races.test.ts',
  'packages/server/src/domains/ledger/store/attacks.test.ts',
  'packages/server/src/domains/ledger/store/shards.test.ts',
  'packages/server/src/domains/payments/actions/submit-payments.test.ts',
  'packages/server/src/platform/database/migrate-distributed.test.ts',
  'packages/server/src/platform/due',
  'packages/stories/src/races',
  `${stories}/checkouts.test.ts`,
  `${stories}/customer-balances.test.ts`,
  `${stories}/disputes.test.ts`,
  `${stories}/license-keys.test.ts`,
  `${stories}/metered-subscriptions.test.ts`,
  `${stories}/overview.test.ts`,
  `${stories}/payments.test.ts`,
  `${stories}/subscription-billing.test.ts`,
  `${stories}/usage-limits.test.ts`,
]

/** What `npm run test:citus` and the nightly run run. */
export const testsOnCluster = [
  ...testsOfPush,
  'packages/server/simulation/strangers',
  'packages/server/src/app/claims-of-the-dead.test.ts',
  'packages/server/src/app/noted-work.test.ts',
  'packages/server/src/domains/benefits/routes/benefit-races.test.ts',
  'packages/server/src/domains/catalog/routes/custom-field-races.test.ts',
  'packages/server/src/domains/checkout/actions/killed-checkout.test.ts',
  'packages/server/src/domains/checkout/routes/link-races.test.ts',
  'packages/server/src/domains/customers/routes/customer-races.test.ts',
  'packages/server/src/domains/customers/routes/erasure.test.ts',
  'packages/server/src/domains/entitlements/routes/delivery-races.test.ts',
  'packages/server/src/domains/files/routes/file-races.test.ts',
  'packages/server/src/domains/identity/routes/administration/races.test.ts',
  'packages/server/src/domains/limits/routes/usage-checks.test.ts',
  'packages/server/src/domains/orders/routes/refund-races.test.ts',
  'packages/server/src/domains/organizations/routes/all-organizations.test.ts',
  'packages/server/src/domains/organizations/routes/member-races.test.ts',
  'packages/server/src/domains/overview/routes',
  'packages/server/src/domains/payments/actions/killed-payment.test.ts',
  'packages/server/src/domains/payments/actions/sandbox/sandbox.test.ts',
  'packages/server/src/domains/subscriptions/actions/claimed-renewal.test.ts',
  'packages/server/src/domains/subscriptions/actions/killed-renewal.test.ts',
  'packages/stories/src/accounts',
  'packages/stories/src/attacks',
  'packages/stories/src/organizations',
  stories,
]

/** Files of them that are left out, with the reason. */
export const leftOut = {
  [`${stories}/demo.test.ts`]: 'two years of sales take more than five minutes',
}
