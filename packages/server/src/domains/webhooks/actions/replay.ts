import type { BodyOf } from '@guildhall/contract/endpoint'
import type { replayWebhookEndpoint as contract } from '@guildhall/contract/webhooks/messages'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { findSendable, setWaiting, type WantedAgain } from '../store/deliveries-again.ts'
import { type EndpointKey, type EndpointRow, lockEndpoint } from '../store/endpoints.ts'
import type { LaneKey } from '../store/lanes.ts'
import { findMessageIn, type MessageRow } from '../store/message-list.ts'
import type { WebhookParts } from './parts.ts'

type Parts = Pick<WebhookParts, 'clock'>

/** So that a slip of the hand is no flood. */
const eventsMax = 10_000

/** Has everything sent again that all that is said is true of; answers how much that is. */
export async function replay(
  { tx }: Work,
  { clock }: Parts,
  key: EndpointKey,
  wish: BodyOf<typeof contract>,
): Promise<number> {
  const lane = laneOf(await sendableEndpoint(tx, key))
  const now = clock.now()
  const found = await findSendable(tx, lane, { wanted: wantedBy(wish), now, limit: eventsMax + 1 })
  if (found.length > eventsMax) {
    const toSequence = found[eventsMax - 1]
    throw new Problem('webhook_replay_too_large', { eventsMax, toSequence, loc: ['body'] })
  }
  if (found.length > 0) await setWaiting(tx, lane, found, now)
  return found.length
}

/** Has one event sent again to the endpoint that it was for. */
export async function redeliver(
  { tx }: Work,
  { clock }: Parts,
  { organizationId, id, endpointId, sequence, name }: MessageRow,
): Promise<MessageRow> {
  const endpoint = await sendableEndpoint(tx, { organizationId, id: endpointId })
  if (!endpoint.events.includes(name)) {
    throw new Problem('webhook_event_not_listened_to', { type: name })
  }
  const wanted = { fromSequence: sequence, throughSequence: sequence }
  const now = clock.now()
  const found = await findSendable(tx, laneOf(endpoint), { wanted, now, limit: 1 })
  if (found.length > 0) await setWaiting(tx, laneOf(endpoint), found, now)
  const message = await findMessageIn(tx, [organizationId], id)
  if (found.length === 0 || message === undefined) throw new Problem('not_found')
  return message
}

const laneOf = ({ organizationId, id }: EndpointKey): LaneKey => ({
  organizationId,
  endpointId: id,
})

/** One that rests may be tried: that is how it is found to be well again. */
async function sendableEndpoint(tx: Work['tx'], key: EndpointKey): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, key)
  if (endpoint === undefined) throw new Problem('not_found')
  if (endpoint.disabledReason === 'member') throw new Problem('webhook_endpoint_disabled')
  return endpoint
}

function wantedBy(wish: BodyOf<typeof contract>): WantedAgain {
  const { fromSequence, toSequence, createdAfter, createdBefore, ...which } = wish
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
