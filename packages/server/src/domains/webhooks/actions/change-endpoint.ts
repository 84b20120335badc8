import { webhookFormats } from '@guildhall/contract/webhooks/shapes'
import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { sameSecret } from '../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { changedSettings, type EndpointInput, requestedSwitch } from '../rules/endpoint-change.ts'
import { enablementAfter } from '../rules/endpoint-suspension.ts'
import { overlapUntil } from '../rules/secret-rotation.ts'
import {
  deleteEndpoint as deleteRow,
  type EndpointChanges,
  type EndpointKey,
  type EndpointRow,
  lockEndpoint,
  saveEndpoint,
} from '../store/endpoints.ts'
import { resumeLane } from '../store/redeliveries.ts'
import { newSecret } from './create-endpoint.ts'
import type { WebhookDeps } from './deps.ts'
import { endpointEvents } from './endpoint-events.ts'
import { openSecret, sealSecret } from './endpoint-secrets.ts'

type Deps = Pick<WebhookDeps, 'keyring' | 'clock'>

const Stored = z.object({
  url: z.string(),
  name: z.nullable(z.string()),
  format: z.enum(webhookFormats),
  events: z.array(z.enum(webhookEventTypes)),
})

/** Records nothing where nothing changes. */
export async function updateEndpoint(
  uow: UnitOfWork,
  deps: Deps,
  key: EndpointKey,
  input: EndpointInput,
): Promise<EndpointRow> {
  const endpoint = await lockedEndpoint(uow, key)
  const settings = changedSettings(z.parse(Stored, endpoint), input)
  const requested = requestedSwitch(endpoint, input)
  const secrets = secretChange(deps, endpoint, input.secret ?? null)
  const actions = [
    ...(Object.keys(settings).length === 0 ? [] : ['updated' as const]),
    ...(secrets === null ? [] : ['secret_rotated' as const]),
    ...(requested === null
      ? []
      : [requested === 'enable' ? ('enabled' as const) : ('disabled' as const)]),
  ]
  if (actions.length === 0) return endpoint
  const changes = { ...settings, ...secrets, ...(requested !== null && switched[requested]) }
  const now = deps.clock.now()
  const saved = await saveEndpoint(uow.tx, endpoint, changes, now)
  const lane = { organizationId: saved.organizationId, endpointId: saved.id }
  if (requested === 'enable') await resumeLane(uow.tx, lane, now)
  uow.record(...endpointEvents(actions, saved, now))
  return saved
}

const switched = {
  enable: enablementAfter.resumed,
  disable: { isEnabled: false, disabledReason: 'member' },
} as const satisfies Record<string, EndpointChanges>

/** Replaces the secret by the given one, or by a new one. */
export async function rotateSecret(
  uow: UnitOfWork,
  deps: Deps,
  key: EndpointKey,
  given: string | null,
): Promise<EndpointRow> {
  const endpoint = await lockedEndpoint(uow, key)
  const changes = secretChange(deps, endpoint, given ?? newSecret())
  if (changes === null) return endpoint
  const now = deps.clock.now()
  const saved = await saveEndpoint(uow.tx, endpoint, changes, now)
  uow.record(...endpointEvents(['secret_rotated'], saved, now))
  return saved
}

/** The current secret becomes the previous one and drops an older one. Null for the same secret. */
function secretChange(
  { keyring, clock }: Deps,
  endpoint: EndpointRow,
  secret: string | null,
): EndpointChanges | null {
  if (secret === null || sameSecret(secret, openSecret(keyring, endpoint))) return null
  return {
    secretSealed: sealSecret(keyring, endpoint.id, secret),
    previousSecretSealed: endpoint.secretSealed,
    previousSecretUntil: overlapUntil(clock.now()),
  }
}

export async function deleteEndpoint(
  uow: UnitOfWork,
  { clock }: Pick<WebhookDeps, 'clock'>,
  key: EndpointKey,
): Promise<void> {
  const endpoint = await lockedEndpoint(uow, key)
  await deleteRow(uow.tx, endpoint)
  const deleted = { ...endpoint, version: endpoint.version + 1 }
  uow.record(...endpointEvents(['deleted'], deleted, clock.now()))
}

async function lockedEndpoint({ tx }: UnitOfWork, key: EndpointKey): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, key)
  if (endpoint === undefined) throw new Problem('not_found')
  return endpoint
}
