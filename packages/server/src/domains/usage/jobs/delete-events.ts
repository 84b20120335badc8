import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { type JobDefinition, job } from '../../../platform/jobs.ts'
import { when } from '../../../platform/outbox/triggers.ts'
import type { UsageDeps } from '../actions/deps.ts'
import { deleteCounts, deleteEvents } from '../store/delete-events.ts'

/** After it, requests that were authenticated before the deletion have ended. */
const secondRunMilliseconds = 120_000

/** Events have no foreign key to their organization, so nothing deletes them with it. */
export const deleteOrganizationEvents: JobDefinition<UsageDeps> = job({
  name: 'usage.delete_organization_events',
  payload: z.object({ organizationId }),
  on: [
    when('organization.deleted', [], ({ organizationId: id, recordedAt }) => {
      const request = { payload: { organizationId: id } }
      const runAt = new Date(recordedAt.getTime() + secondRunMilliseconds)
      return [request, { ...request, runAt }]
    }),
  ],
  async run({ uowFactory }: UsageDeps, { organizationId: id }, { signal }) {
    const { kysely } = uowFactory.database
    while (await deleteEvents(kysely, id)) signal.throwIfAborted()
    await deleteCounts(kysely, id)
  },
})
