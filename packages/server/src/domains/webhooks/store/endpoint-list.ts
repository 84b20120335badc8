import type { QueryOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import type { listWebhookEndpoints as contract } from '@guildhall/contract/webhooks/endpoints'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { EndpointRow } from './endpoints.ts'

export const listEndpoints = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  listing: QueryOf<typeof contract>,
): Promise<Page<EndpointRow>> =>
  listPage(
    db,
    db.selectFrom('webhookEndpoint').selectAll().where('organizationId', '=', organizationId),
    listing,
    {
      columns: { created_at: 'createdAt', url: 'url', name: 'name' },
      nullable: ['name'],
      id: 'id',
    },
  )
