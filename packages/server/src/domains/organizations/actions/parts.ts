import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { IdentityParts } from '../../identity/index.ts'

/** What everything in this domain is made from; put together in `app/`. */
export interface OrganizationParts
  extends Pick<
    IdentityParts,
    'workshop' | 'keyring' | 'clock' | 'config' | 'cookieNames' | 'limit'
  > {
  /** What other domains have against an organization's deletion. */
  readonly beforeOrganizationDeletion: readonly OrganizationDeletionCheck[]
}

type OrganizationDeletionCheck = (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
) => Promise<Refusal | null>
