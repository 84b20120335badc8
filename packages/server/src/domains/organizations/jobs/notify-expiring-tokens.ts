import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { notifyExpiringTokens } from '../actions/notify-expiring-tokens.ts'

/** In real time, like the tokens themselves. */
export const notifyExpiringTokensJob: JobDefinition<OrganizationDeps> = schedule({
  name: 'organizations.notify_expiring_tokens',
  cron: '23 * * * *',
  run: notifyExpiringTokens,
})
