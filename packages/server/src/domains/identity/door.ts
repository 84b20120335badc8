export { operatorLink } from './actions/administration/first-operator.ts'
export {
  authorizeOperator,
  lockTarget,
  type OperatorAct,
  recordOperatorAct,
} from './actions/administration/operator-act.ts'
export { withQuantizedTime } from './actions/credentials/quantized-time.ts'
export type { IdentityDeps } from './actions/deps.ts'
export { canSendMail, siteHost } from './actions/notify-user.ts'
export { originOf } from './actions/origin.ts'
export { showsServerKey } from './actions/server-key.ts'
export { findSignedIn } from './actions/sessions/resolve-session.ts'
export { sessionCredentials, setCredentials } from './actions/sessions/session-cookies.ts'
export type { SignedIn } from './actions/signed-in.ts'
export { changeProfile } from './actions/users/change-profile.ts'
export { createVerifiedUser } from './actions/users/create-user.ts'
export { isOperator } from './rules/administration/admin-permissions.ts'
export { cookieNames } from './rules/sessions/cookies.ts'
export { decideLastingAccess, isFresh } from './rules/sessions/session-life.ts'
export { readEmail } from './rules/users/email.ts'
export { findUser, findUserByEmail, lockUser, type UserRow } from './store/users/users.ts'
