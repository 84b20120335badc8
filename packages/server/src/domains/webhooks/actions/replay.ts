import type { BodyOf } from '@guildhall/contract/operation'
import type { replayWebhookEndpoint as contract } from '@guildhall/contract/webhooks/messages'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { isDisabledByMember } from '../rules/endpoint-suspension.ts'
import { type EndpointKey, type EndpointRow, lockEndpoint } from '../store/endpoints.ts'
import type { LaneKey } from '../store/lanes.ts'
import { findMessageIn, type MessageRow } from '../store/message-list.ts'
import { findReplayable, type ReplayFilter, requeueDeliveries } from '../store/redeliveries.ts'
import type { WebhookDeps } from './deps.ts'

type Deps = Pick<WebhookDeps, 'clock'>

/** Keeps a mistake from flooding the receiver. */
const eventsMax = 10_000

/** Sends all events again that match every given condition; returns how many. */
export async function replay(
  { tx }: UnitOfWork,
  { clock }: Deps,
  key: EndpointKey,
  input: BodyOf<typeof contract>,
): Promise<number> {
  const lane = laneOf(await lockActiveEndpoint(tx, key))
  const now = clock.now()
  const found = await findReplayable(tx, lane, {
    filter: filterOf(input),
    now,
    limit: eventsMax + 1,
  })
  if (found.length > eventsMax) {
    const toSequence = found[eventsMax - 1]
    throw new Problem('webhook_replay_too_large', { eventsMax, toSequence, loc: ['body'] })
  }
  if (found.length > 0) await requeueDeliveries(tx, lane, found, now)
  return found.length
}

/** Sends one event again to its endpoint. */
export async function redeliver(
  { tx }: UnitOfWork,
  { clock }: Deps,
  { organizationId, id, endpointId, sequence, name }: MessageRow,
): Promise<MessageRow> {
  const endpoint = await lockActiveEndpoint(tx, { organizationId, id: endpointId })
  if (!endpoint.events.includes(name)) {
    throw new Problem('webhook_event_not_listened_to', { type: name })
  }
  const filter = { fromSequence: sequence, throughSequence: sequence }
  const now = clock.now()
  const found = await findReplayable(tx, laneOf(endpoint), { filter, now, limit: 1 })
  if (found.length > 0) await requeueDeliveries(tx, laneOf(endpoint), found, now)
  const message = await findMessageIn(tx, [organizationId], id)
  if (found.length === 0 || message === undefined) throw new Problem('not_found')
  return message
}

const laneOf = ({ organizationId, id }: EndpointKey): LaneKey => ({
  organizationId,
  endpointId: id,
})

/** A suspended endpoint may be tried, because a success resumes it. */
async function lockActiveEndpoint(tx: UnitOfWork['tx'], key: EndpointKey): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, key)
  if (endpoint === undefined) throw new Problem('not_found')
  if (isDisabledByMember(endpoint)) throw new Problem('webhook_endpoint_disabled')
  return endpoint
}

function filterOf(input: BodyOf<typeof contract>): ReplayFilter {
  const { fromSequence, toSequence, createdAfter, createdBefore, ...which } = input
  const { objectId, types, failedOnly } = which
  return {
    fromSequence,
    throughSequence: toSequence,
    loggedFrom: createdAfter,
    loggedBefore: createdBefore,
    objectId,
    names: types,
    isFailedOnly: failedOnly === true,
  }
}
