export { canMail } from './actions/can-mail.ts'
export { createProvenUser } from './actions/create-proven-user.ts'
export { giveCredentials } from './actions/give-credentials.ts'
export {
  admitOperator,
  lockTarget,
  type OperatorAct,
  recordAct,
} from './actions/operator-act.ts'
export { originOf } from './actions/origin.ts'
export type { IdentityParts, UserDeletionPart } from './actions/parts.ts'
export { sessionCredentials } from './actions/session-cookies.ts'
export type { SignedIn } from './actions/signed-in.ts'
export { siteOf } from './actions/tell-user.ts'
export { isOperator } from './rules/admin-permissions.ts'
export { cookieNames } from './rules/cookies.ts'
export { readEmail } from './rules/email.ts'
export { isFresh } from './rules/session-life.ts'
export { findUser, lockUser, type UserRow } from './store/users.ts'
