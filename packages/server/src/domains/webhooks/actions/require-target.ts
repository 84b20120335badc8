import { Problem } from '../../../kernel/refusal.ts'
import { examineTarget } from '../../../platform/http-client/examine-target.ts'
import { tenantGuard } from '../../../platform/http-client/guard.ts'
import type { WebhookParts } from './parts.ts'

/** Refuses a URL that must not be sent to. Asks the network, so never within a transaction. */
export async function requireTarget(
  { config }: Pick<WebhookParts, 'config'>,
  url: string,
): Promise<void> {
  const found = await examineTarget(url, tenantGuard(config.server.url))
  if (found === null) return
  const { fault, host, reason } = found
  throw new Problem(`webhook_url_${fault}`, { host, reason, loc: ['body', 'url'] })
}
