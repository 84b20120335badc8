import type { Id } from '@guildhall/contract/primitives'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import {
  type Deliverer,
  startDeliverer,
} from '../src/domains/webhooks/actions/delivery/deliverer.ts'
import type { DeliveryDeps } from '../src/domains/webhooks/actions/delivery/deps.ts'
import { sealSecret } from '../src/domains/webhooks/actions/endpoint-secrets.ts'
import { type EndpointRow, insertEndpoint } from '../src/domains/webhooks/store/endpoints.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { createKeyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import { tenantGuard } from '../src/platform/http-client/guard.ts'
import { openPoster } from '../src/platform/http-client/post-external.ts'
import { newId } from '../src/platform/ids.ts'
import { dispatchBatch } from '../src/platform/outbox/dispatch.ts'
import { runUnitOfWork } from '../src/platform/unit-of-work.ts'
import { runOn } from './sql.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const keyring = createKeyring(['a-secret-of-the-tests-long-enough-for-signing'])

/** The dependencies of a deliverer that may send to this machine. */
export const deliveryDepsOn = (
  database: Database,
  clock: Clock = systemClock,
  timeoutMs = 10_000,
): DeliveryDeps => ({
  database,
  keyring,
  clock,
  log: pino({ level: 'silent' }),
  poster: openPoster({ guard: tenantGuard('http://localhost:3000'), clock, timeoutMs }),
  completions: {},
  wake: () => undefined,
})

/** Delivers until the test is over. */
export function delivering(...given: Parameters<typeof deliveryDepsOn>): Deliverer {
  const deliverer = startDeliverer(deliveryDepsOn(...given))
  onTestFinished(() => deliverer.stop())
  return deliverer
}

/** Sends everything that is due now, once. */
export async function deliverDue(...given: Parameters<typeof deliveryDepsOn>): Promise<void> {
  const deliverer = startDeliverer(deliveryDepsOn(...given))
  await deliverer.deliverDue()
  await deliverer.stop()
}

export async function receiving(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.stop())
  return receiver
}

export async function newSeller({ kysely }: Database): Promise<Id<'organization'>> {
  const id = newId('organization')
  const createdAt = systemClock.now()
  await kysely
    .insertInto('organization')
    .values({ id, name: 'Acme', slug: `s-${id}`, createdAt })
    .execute()
  return id
}

/** By default it gets updates of customers and products. */
export const newEndpointRow = (
  { transact }: Database,
  organizationId: Id<'organization'>,
  input: { readonly url: string; readonly events?: readonly string[]; readonly format?: string },
): Promise<EndpointRow> => {
  const id = newId('webhookEndpoint')
  return transact((tx) =>
    insertEndpoint(tx, {
      organizationId,
      id,
      name: null,
      format: 'raw',
      events: ['customer.updated', 'product.updated'],
      ...input,
      secretSealed: sealSecret(keyring, id, 'a secret'),
      createdAt: systemClock.now(),
    }),
  )
}

/** Logs one event for each object, in order. */
export async function logEvents(
  database: Database,
  organizationId: Id<'organization'>,
  objects: readonly string[],
  name = 'customer.updated',
): Promise<void> {
  const uowFactory = { database, clock: systemClock, wake: () => undefined }
  await runUnitOfWork(uowFactory, { organizationId }, async (uow) => {
    const events = objects.map((id, index) => ({
      name,
      organizationId,
      object: { type: 'toy', id, version: index + 1 },
      payload: { id, place: index, name: null, email: 'ada@example.com' },
    }))
    uow.record(...events)
  })
  while ((await dispatchBatch(database, () => [], 'wait')) !== 0);
}

export interface StoredDelivery {
  readonly sequence: number
  readonly object: string
  readonly state: string
  readonly attempts: number
  /** Whether its next attempt has a time. */
  readonly isTimed: boolean
}

export const deliveriesOf = (
  ownerUrl: string,
  { id }: Pick<EndpointRow, 'id'>,
): Promise<StoredDelivery[]> =>
  runOn<StoredDelivery>(
    ownerUrl,
    `select sequence::int, object_id as object, state, attempts,
            next_attempt_at is not null as "isTimed"
       from webhook_delivery where endpoint_id = $1 order by sequence`,
    [id],
  )

export interface StoredLane {
  readonly readThrough: number
  readonly failedEvents: number
  readonly isHeld: boolean
  readonly isEnabled: boolean
  readonly reason: string | null
  readonly isDue: boolean
}

export async function laneOf(
  ownerUrl: string,
  { id }: Pick<EndpointRow, 'id'>,
): Promise<StoredLane | undefined> {
  const [lane] = await runOn<StoredLane>(
    ownerUrl,
    `select read_through::int as "readThrough", failed_events as "failedEvents",
            holder is not null as "isHeld", is_enabled as "isEnabled", disabled_reason as reason,
            due_at is not null as "isDue"
       from webhook_lane l join webhook_endpoint e on e.id = l.endpoint_id where e.id = $1`,
    [id],
  )
  return lane
}
