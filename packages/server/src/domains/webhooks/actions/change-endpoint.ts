import { webhookEventTypes } from '@guildhall/contract/webhooks/events'
import { webhookFormats } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { sameSecret } from '../../../platform/crypto/tokens.ts'
import type { Work } from '../../../platform/work.ts'
import { changeOf, type EndpointWish, switchOf } from '../rules/endpoint-change.ts'
import { wakeLane } from '../store/deliveries-again.ts'
import {
  deleteEndpoint as deleteRow,
  type EndpointChanges,
  type EndpointKey,
  type EndpointRow,
  lockEndpoint,
  saveEndpoint,
} from '../store/endpoints.ts'
import { newSecret } from './create-endpoint.ts'
import { openSecret, sealSecret } from './endpoint-secrets.ts'
import type { WebhookParts } from './parts.ts'
import { endpointEvent } from './present-endpoint.ts'

type Parts = Pick<WebhookParts, 'keyring' | 'clock'>

const secretOverlapMilliseconds = 24 * 3_600_000

const Stored = z.object({
  url: z.string(),
  name: z.nullable(z.string()),
  format: z.enum(webhookFormats),
  events: z.array(z.enum(webhookEventTypes)),
})

/** What changes nothing is no change, and no news. */
export async function updateEndpoint(
  work: Work,
  parts: Parts,
  key: EndpointKey,
  wish: EndpointWish,
): Promise<EndpointRow> {
  const endpoint = await lockedEndpoint(work, key)
  const settings = changeOf(z.parse(Stored, endpoint), wish)
  const turn = switchOf(endpoint, wish)
  const secrets = secretChange(parts, endpoint, wish.secret ?? null)
  const happened = [
    ...(Object.keys(settings).length === 0 ? [] : ['updated' as const]),
    ...(secrets === null ? [] : ['secret_rotated' as const]),
    ...(turn === null ? [] : [turn === 'enable' ? ('enabled' as const) : ('disabled' as const)]),
  ]
  if (happened.length === 0) return endpoint
  const changes = { ...settings, ...secrets, ...(turn !== null && switched[turn]) }
  const now = parts.clock.now()
  const saved = await saveEndpoint(work.tx, endpoint, changes, now)
  const lane = { organizationId: saved.organizationId, endpointId: saved.id }
  if (turn === 'enable') await wakeLane(work.tx, lane, now)
  work.record(...happened.map((one) => endpointEvent(one, saved, now)))
  return saved
}

const switched = {
  enable: { isEnabled: true, disabledReason: null },
  disable: { isEnabled: false, disabledReason: 'member' },
} as const satisfies Record<string, EndpointChanges>

/** By a given secret, or one that is made. */
export async function rotateSecret(
  work: Work,
  parts: Parts,
  key: EndpointKey,
  given: string | null,
): Promise<EndpointRow> {
  const endpoint = await lockedEndpoint(work, key)
  const changes = secretChange(parts, endpoint, given ?? newSecret())
  if (changes === null) return endpoint
  const now = parts.clock.now()
  const saved = await saveEndpoint(work.tx, endpoint, changes, now)
  work.record(endpointEvent('secret_rotated', saved, now))
  return saved
}

/** The secret that was becomes the one before, in place of any other; the same secret stays. */
function secretChange(
  { keyring, clock }: Parts,
  endpoint: EndpointRow,
  secret: string | null,
): EndpointChanges | null {
  if (secret === null || sameSecret(secret, openSecret(keyring, endpoint))) return null
  return {
    secretSealed: sealSecret(keyring, endpoint.id, secret),
    previousSecretSealed: endpoint.secretSealed,
    previousSecretUntil: new Date(clock.now().getTime() + secretOverlapMilliseconds),
  }
}

export async function deleteEndpoint(
  work: Work,
  { clock }: Pick<WebhookParts, 'clock'>,
  key: EndpointKey,
): Promise<void> {
  const endpoint = await lockedEndpoint(work, key)
  await deleteRow(work.tx, endpoint)
  const gone = { ...endpoint, version: endpoint.version + 1 }
  work.record(endpointEvent('deleted', gone, clock.now()))
}

async function lockedEndpoint({ tx }: Work, key: EndpointKey): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, key)
  if (endpoint === undefined) throw new Problem('not_found')
  return endpoint
}
