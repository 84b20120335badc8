import type { Logger } from 'pino'
import { cookieNames, type IdentityParts } from '../domains/identity/index.ts'
import {
  answerMailRequest,
  answerMailRequestTask,
} from '../domains/identity/jobs/answer-mail-request.ts'
import { sweepIdentity, sweepIdentityTask } from '../domains/identity/jobs/sweep.ts'
import { activityRoutes } from '../domains/identity/routes/activity.ts'
import { permissionRoute } from '../domains/identity/routes/admin-permission.ts'
import { adminSessionRoutes } from '../domains/identity/routes/admin-sessions.ts'
import { adminUserRoutes } from '../domains/identity/routes/admin-users.ts'
import { identityResolvers, showsServerKey } from '../domains/identity/routes/callers.ts'
import { deletionRoutes } from '../domains/identity/routes/deletion.ts'
import { emailRoutes } from '../domains/identity/routes/email.ts'
import { getSessionRoute } from '../domains/identity/routes/get-session.ts'
import { passwordResetRoutes } from '../domains/identity/routes/password-reset.ts'
import { passwordRoutes } from '../domains/identity/routes/passwords.ts'
import { profileRoute } from '../domains/identity/routes/profile.ts'
import { sessionRoutes } from '../domains/identity/routes/sessions.ts'
import { signInRoutes } from '../domains/identity/routes/sign-in.ts'
import { signInOptionsRoute } from '../domains/identity/routes/sign-in-options.ts'
import { socialRoutes } from '../domains/identity/routes/social/social-routes.ts'
import { Problem } from '../kernel/refusal.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keyring } from '../platform/crypto/keyring.ts'
import type { Database } from '../platform/database/database.ts'
import type { Resolvers } from '../platform/http/callers.ts'
import { trustedOrigins } from '../platform/http/origins.ts'
import { createRequestCounter } from '../platform/http/rate-limit.ts'
import type { EndpointRoute } from '../platform/http/serve.ts'
import type { TransportParts } from '../platform/http/transport.ts'
import { fetchOutside } from '../platform/http-client/fetch-outside.ts'
import type { Hashing } from '../platform/passwords/hashing.ts'
import type { Schedule, Tasks } from '../platform/queue.ts'
import { userDeletionParts } from './organizations.ts'

interface Foundation {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly database: Database
  readonly keyring: Keyring
  readonly hashing: Hashing
  readonly wake: () => void
}

export function identityParts({ database, wake, ...foundation }: Foundation): IdentityParts {
  const { config, clock } = foundation
  const { url, cookiePrefix, trustedOrigins: patterns } = config.server
  return {
    ...foundation,
    workshop: { database, clock, wake },
    cookieNames: cookieNames(url, cookiePrefix),
    origins: trustedOrigins(url, patterns ?? []),
    limit: config.server.rateLimit ? limitIn(database, foundation.keyring) : async () => undefined,
    outside: fetchOutside,
    userDeletionParts,
  }
}

function limitIn(database: Database, keyring: Keyring): IdentityParts['limit'] {
  const countRequest = createRequestCounter({ database, keyring })
  return async (bucket, requestsMax, windowSeconds, subject) => {
    const verdict = await countRequest({ bucket, requestsMax, windowSeconds, subject })
    if (!verdict.allowed) {
      throw new Problem('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
    }
  }
}

interface IdentityHttp {
  readonly endpoints: readonly EndpointRoute[]
  readonly resolvers: Resolvers
  readonly isUnlimited: NonNullable<TransportParts['isUnlimited']>
}

/** What this domain answers, and how it recognizes who calls. */
export const identityHttp = (parts: IdentityParts): IdentityHttp => ({
  endpoints: [
    getSessionRoute(parts),
    ...signInRoutes(parts),
    signInOptionsRoute(parts.config),
    ...sessionRoutes(parts),
    ...passwordRoutes(parts),
    ...passwordResetRoutes(parts),
    profileRoute(parts),
    ...emailRoutes(parts),
    ...socialRoutes(parts),
    ...deletionRoutes(parts),
    ...activityRoutes(parts),
    ...adminUserRoutes(parts),
    ...adminSessionRoutes(parts),
    permissionRoute(parts),
  ],
  resolvers: identityResolvers(parts),
  isUnlimited: (headers) => showsServerKey(parts, headers),
})

export const identityTasks = (parts: IdentityParts): Tasks => ({
  [answerMailRequestTask]: answerMailRequest(parts),
  [sweepIdentityTask]: sweepIdentity(parts),
})

export const identitySchedules: readonly Schedule[] = [
  { task: sweepIdentityTask, cron: '23 * * * *' },
]
