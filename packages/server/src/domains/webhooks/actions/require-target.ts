import { Problem } from '../../../kernel/refusal.ts'
import { checkTarget } from '../../../platform/http-client/check-target.ts'
import { tenantGuard } from '../../../platform/http-client/guard.ts'
import type { WebhookDeps } from './deps.ts'

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
