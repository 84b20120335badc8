import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listWebhookDeliveries as contract } from '@guildhall/contract/webhooks/messages'
import { type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables, WebhookAttemptTable } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { MessageRow } from './message-list.ts'

export type AttemptRow = Selectable<WebhookAttemptTable>

type Filters = Omit<QueryOf<typeof contract>, 'organizationId'>

/** One page of the delivery attempts of an organization. */
export function listAttempts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { page, limit, sorting, ...filters }: Filters,
): Promise<Page<AttemptRow>> {
  const { endpointId, eventId, succeeded, httpCode } = filters
  const matching = db
    .selectFrom('webhookAttempt')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(endpointId !== undefined, (of) => of.where('endpointId', 'in', endpointId ?? []))
    .$if(eventId !== undefined, (of) => of.where('deliveryId', 'in', eventId ?? []))
    .$if(succeeded !== undefined, (of) => of.where('succeeded', '=', succeeded ?? false))
    .$if(httpCode !== undefined, (of) => of.where('httpCode', 'in', httpCode ?? []))
    .where(hasEndpoint(organizationId))
    .where((one) => one.and([...withinPeriod(one, filters), ...matchesDelivery(filters)]))
  return listPage(
    db,
    matching,
    { page, limit, sorting },
    {
      // Ids are ordered by time and indexed.
      columns: { created_at: 'id' },
      id: 'id',
    },
  )
}

const withinPeriod = (
  one: ExpressionBuilder<Tables, 'webhookAttempt'>,
  { createdAfter, createdBefore }: Pick<Filters, 'createdAfter' | 'createdBefore'>,
) => [
  ...(createdAfter ? [one('attemptedAt', '>=', createdAfter)] : []),
  ...(createdBefore ? [one('attemptedAt', '<', createdBefore)] : []),
]

const hasEndpoint = (organizationId: Id<'organization'>) => sql<boolean>`
  endpoint_id in (select id from webhook_endpoint where organization_id = ${organizationId})`

/** Filters that concern the delivered event. */
function matchesDelivery({
  type,
  objectId,
}: Pick<Filters, 'type' | 'objectId'>): RawBuilder<boolean>[] {
  if (type === undefined && objectId === undefined) return []
  const isMatch = sql`
    d.name = any(coalesce(${type ?? null}::text[], array[d.name]))
    and d.object_id = any(coalesce(${objectId ?? null}::text[], array[d.object_id]))`
  return [
    sql<boolean>`exists (
      select from webhook_delivery d
       where d.organization_id = webhook_attempt.organization_id
         and d.endpoint_id = webhook_attempt.endpoint_id
         and d.sequence = webhook_attempt.sequence and ${isMatch})`,
  ]
}

/** The attempts of one message, newest first. */
export const findAttemptsOf = (
  db: Kysely<Tables>,
  { organizationId, id }: MessageRow,
): Promise<AttemptRow[]> =>
  db
    .selectFrom('webhookAttempt')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deliveryId', '=', id)
    .orderBy('id', 'desc')
    .limit(attemptsShownMax)
    .execute()

/** A message that is redelivered by hand can have any number of attempts. */
const attemptsShownMax = 100
