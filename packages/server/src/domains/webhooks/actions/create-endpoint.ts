import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import type { createWebhookEndpoint as contract } from '@guildhall/contract/webhooks/endpoints'
import { Problem } from '../../../kernel/refusal.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { Work } from '../../../platform/work.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { countEndpoints, type EndpointRow, insertEndpoint } from '../store/endpoints.ts'
import { sealSecret } from './endpoint-secrets.ts'
import type { WebhookParts } from './parts.ts'
import { endpointEvent } from './present-endpoint.ts'

/** Each is sent everything it asks for, so there is an end to them. */
const endpointsMax = 100

type EndpointToBe = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

interface MadeEndpoint {
  readonly endpoint: EndpointRow
  readonly secret: string
}

/** In real time: nothing about sending waits for the clock of an organization. */
export async function createEndpoint(
  work: Work,
  { keyring, clock }: Pick<WebhookParts, 'keyring' | 'clock'>,
  wish: EndpointToBe,
): Promise<MadeEndpoint> {
  const { organizationId, url, name = null, format, events } = wish
  await lockOrganization(work.tx, organizationId)
  if ((await countEndpoints(work.tx, organizationId)) >= endpointsMax) {
    throw new Problem('webhook_endpoints_too_many', { endpointsMax })
  }
  const id = work.newId('webhookEndpoint')
  const secret = wish.secret ?? newSecret()
  const endpoint = await insertEndpoint(work.tx, {
    organizationId,
    id,
    url,
    name,
    format,
    events,
    secretSealed: sealSecret(keyring, id, secret),
    createdAt: clock.now(),
  })
  work.record(endpointEvent('created', endpoint, clock.now()))
  return { endpoint, secret }
}

export const newSecret = (): string => makeSecret(secretPrefixes.webhook).secret
