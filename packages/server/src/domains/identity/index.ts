export type { IdentityParts, UserDeletionCheck } from './actions/parts.ts'
export { cookieNames } from './rules/cookies.ts'
