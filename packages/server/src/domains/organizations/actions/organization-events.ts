import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { OrganizationRow } from '../store/organizations.ts'
import { sellerPayload } from './present-seller.ts'

/** What happened to an organization, with the organization as of then. */
export const organizationEvent = (
  name: 'organization.created' | 'organization.updated' | 'organization.deleted',
  row: OrganizationRow,
): NewEvent => ({
  name,
  organizationId: row.id,
  object: { type: 'organization', id: row.id, version: row.version },
  payload: sellerPayload(row),
})
