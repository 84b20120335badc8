import type { OrganizationParts } from '../../organizations/index.ts'

/** What everything in this domain is made from; put together in `app/`. */
export type LedgerParts = Pick<OrganizationParts, 'workshop'>
