import { benefitId } from '@guildhall/contract/benefits/shapes'
import { productId } from '@guildhall/contract/catalog/prices'
import { customerId } from '@guildhall/contract/customers/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job, schedule } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import { convergeGrants, reconcileCustomer } from '../actions/converge-grants.ts'
import type { EntitlementDeps } from '../actions/deps.ts'
import { refreshGrants } from '../actions/refresh-grants.ts'
import { findOrganizationsWithBenefits } from '../store/differing-sources.ts'

/** After it, purchases that read the former list or benefit have ended. */
const purchaseMilliseconds = 60_000

/** A product’s list of benefits may have changed, also because one was deleted. */
export const convergeGrantsJob: JobDefinition<EntitlementDeps> = job({
  name: 'entitlements.converge_grants',
  payload: z.object({ organizationId, productId }),
  on: [
    when('product.updated', [], ({ organizationId: organization, object: { id }, recordedAt }) => {
      const payload = { organizationId: organization, productId: id }
      const key = `entitlements.product.${id}`
      const runAt = new Date(recordedAt.getTime() + purchaseMilliseconds)
      return [
        { payload, key },
        { payload, key: `${key}.again`, runAt },
      ]
    }),
  ],
  run: (deps: EntitlementDeps, payload, { signal }) => convergeGrants(deps, payload, signal),
})

export const reconcileCustomerJob: JobDefinition<EntitlementDeps> = job({
  name: 'entitlements.reconcile_customer',
  payload: z.object({ organizationId, customerId }),
  on: [
    when('customer.deleted', [], ({ organizationId: organization, object }) => [
      { payload: { organizationId: organization, customerId: object.id } },
    ]),
  ],
  run: (deps: EntitlementDeps, payload) => reconcileCustomer(deps, payload),
})

/** The files of a benefit may have changed: its holders’ grants say so. */
export const refreshGrantsJob: JobDefinition<EntitlementDeps> = job({
  name: 'entitlements.refresh_grants',
  payload: z.object({ organizationId, benefitId }),
  on: [
    when('benefit.updated', [], ({ organizationId: organization, object: { id }, recordedAt }) => {
      const payload = { organizationId: organization, benefitId: id }
      const key = `entitlements.benefit.${id}`
      const runAt = new Date(recordedAt.getTime() + purchaseMilliseconds)
      return [
        { payload, key },
        { payload, key: `${key}.again`, runAt },
      ]
    }),
  ],
  run: (deps: EntitlementDeps, payload, { signal }) => refreshGrants(deps, payload, signal),
})

/** What was sold before the server could grant it, and what a fault left behind. */
export const convergeAllGrantsJob: JobDefinition<EntitlementDeps> = schedule({
  name: 'entitlements.converge_all_grants',
  cron: '7 4 * * *',
  async run(deps: EntitlementDeps, { signal }) {
    const { kysely } = deps.uowFactory.database
    for (const id of await findOrganizationsWithBenefits(kysely)) {
      if (signal.aborted) return
      await convergeGrants(deps, { organizationId: id, productId: null }, signal)
    }
  },
})
