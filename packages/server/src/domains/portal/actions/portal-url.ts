import { assert } from '../../../kernel/assert.ts'
import type { CustomerCaller } from '../../customers/store/customer-sessions.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import type { PortalDeps } from './deps.ts'

/** Where the customer’s bank, or a checkout, leads back to. */
export async function portalUrlOf(
  { uowFactory, config }: PortalDeps,
  { organizationId }: Pick<CustomerCaller, 'organizationId'>,
): Promise<string> {
  const organization = await findOrganization(uowFactory.database.kysely, organizationId)
  assert(organization !== undefined, 'the organization of a customer exists')
  return `${config.server.url}/portal/${organization.slug}`
}
