import type { Domain } from '../../platform/domain.ts'
import type { IdentityDeps } from './actions/deps.ts'
import { sendRequestedMail } from './jobs/send-requested-mail.ts'
import { sweepExpired } from './jobs/sweep.ts'
import { firstOperatorRoute } from './routes/administration/first-operator.ts'
import { permissionRoute } from './routes/administration/permission.ts'
import { adminSessionRoutes } from './routes/administration/sessions.ts'
import { adminUserRoutes } from './routes/administration/users.ts'
import { identityResolvers } from './routes/callers.ts'
import { passwordResetRoutes } from './routes/credentials/password-reset.ts'
import { passwordRoutes } from './routes/credentials/passwords.ts'
import { signInRoutes } from './routes/credentials/sign-in.ts'
import { signInOptionsRoute } from './routes/credentials/sign-in-options.ts'
import { federationRoutes } from './routes/federation/routes.ts'
import { getSessionRoute } from './routes/sessions/get-session.ts'
import { sessionRoutes } from './routes/sessions/sessions.ts'
import { activityRoutes } from './routes/users/activity.ts'
import { deletionRoutes } from './routes/users/deletion.ts'
import { emailRoutes } from './routes/users/email.ts'
import { profileRoute } from './routes/users/profile.ts'

export const identityDomain: Domain<IdentityDeps> = {
  name: 'identity',
  operations: (deps) => [
    getSessionRoute(deps),
    ...signInRoutes(deps),
    signInOptionsRoute(deps.config),
    ...sessionRoutes(deps),
    ...passwordRoutes(deps),
    ...passwordResetRoutes(deps),
    profileRoute(deps),
    ...emailRoutes(deps),
    ...federationRoutes(deps),
    ...deletionRoutes(deps),
    ...activityRoutes(deps),
    ...adminUserRoutes(deps),
    ...adminSessionRoutes(deps),
    permissionRoute(deps),
    firstOperatorRoute(deps),
  ],
  resolvers: identityResolvers,
  jobs: [sendRequestedMail, sweepExpired],
}
