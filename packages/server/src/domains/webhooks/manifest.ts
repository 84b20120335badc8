import type { Domain } from '../../platform/domain.ts'
import type { WebhookDeps } from './actions/deps.ts'
import { notifyMembersOfHealth } from './jobs/notify-members.ts'
import { endpointRoutes } from './routes/endpoints.ts'
import { messageRoutes } from './routes/messages.ts'
import { replayRoutes } from './routes/replays.ts'
import { secretRoutes } from './routes/secrets.ts'

export const webhooksDomain: Domain<WebhookDeps> = {
  name: 'webhooks',
  operations: (deps) => [
    ...endpointRoutes(deps),
    ...secretRoutes(deps),
    ...messageRoutes(deps),
    ...replayRoutes(deps),
  ],
  jobs: [notifyMembersOfHealth],
}
