import { customerId } from '@guildhall/contract/customers/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { AuditDeps } from '../actions/deps.ts'
import { eraseEntries } from '../store/audit-settings.ts'

/**
 * Deletes what entries say of a customer who was erased. Only the owner of the database may, and on a
 * cluster no transaction may write as two roles, so this follows the rest of the erasure.
 */
export const eraseAuditLogJob: JobDefinition<AuditDeps> = job({
  name: 'audit.erase',
  payload: z.object({ organizationId, customerId }),
  on: [
    when('customer.erased', [], ({ organizationId: organization, object }) => [
      { payload: { organizationId: organization, customerId: object.id } },
    ]),
  ],
  run: ({ uowFactory }: AuditDeps, customer) => eraseEntries(uowFactory.database.kysely, customer),
})
