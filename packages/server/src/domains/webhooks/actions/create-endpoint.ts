import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { createWebhookEndpoint as contract } from '@guildhall/contract/webhooks/endpoints'
import { Problem } from '../../../kernel/refusal.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { checkTarget } from '../../../platform/http-client/check-target.ts'
import { tenantGuard } from '../../../platform/http-client/guard.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockOrganization } from '../../organizations/store/organizations.ts'
import { countEndpoints, type EndpointRow, insertEndpoint } from '../store/endpoints.ts'
import type { WebhookDeps } from './deps.ts'
import { endpointEvents } from './endpoint-events.ts'
import { sealSecret } from './endpoint-secrets.ts'

/** Bounds the requests that one event causes. */
const endpointsMax = 100

type NewEndpointInput = Omit<BodyOf<typeof contract>, 'organizationId'> & {
  readonly organizationId: Id<'organization'>
}

interface CreatedEndpoint {
  readonly endpoint: EndpointRow
  readonly secret: string
}

/** Endpoints live in real time, whatever the organization's clock says. */
export async function createEndpoint(
  uow: UnitOfWork,
  { keyring, clock }: Pick<WebhookDeps, 'keyring' | 'clock'>,
  input: NewEndpointInput,
): Promise<CreatedEndpoint> {
  const { organizationId, url, name = null, format, events } = input
  await lockOrganization(uow.tx, organizationId)
  if ((await countEndpoints(uow.tx, organizationId)) >= endpointsMax) {
    throw new Problem('webhook_endpoints_too_many', { endpointsMax })
  }
  const id = uow.newId('webhookEndpoint')
  const secret = input.secret ?? newSecret()
  const endpoint = await insertEndpoint(uow.tx, {
    organizationId,
    id,
    url,
    name,
    format,
    events,
    secretSealed: sealSecret(keyring, id, secret),
    createdAt: clock.now(),
  })
  uow.record(...endpointEvents(['created'], endpoint, clock.now()))
  return { endpoint, secret }
}

export const newSecret = (): string => makeSecret(secretPrefixes.webhook).secret

/** Refuses URLs that are not public. Resolves the host, so it must not run in a transaction. */
export async function requireTarget(
  { config }: Pick<WebhookDeps, 'config'>,
  url: string,
): Promise<void> {
  const found = await checkTarget(url, tenantGuard(config.server.url))
  if (found === null) return
  const { fault, host, reason } = found
  throw new Problem(`webhook_url_${fault}`, { host, reason, loc: ['body', 'url'] })
}
