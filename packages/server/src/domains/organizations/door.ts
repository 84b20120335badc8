export { issueAccessToken } from './actions/access-tokens.ts'
export { isSandboxMode } from './actions/advance-clock.ts'
export { createOrganization } from './actions/create-organization.ts'
export type { OrganizationDeps } from './actions/deps.ts'
export { notifyMembers } from './actions/notify-members.ts'
export {
  actorOf,
  authorizeSeller,
  getForSeller,
  refuseImpersonation,
  requirePerson,
  resolveOrganization,
  resolveOrganizationFilter,
  rightsOf,
  type SellerCaller,
  type ShownToken,
  sellerMay,
  sellerUnitOfWork,
} from './actions/seller.ts'
export { authorizeUpdate, updateOrganization } from './actions/update-organization.ts'
export { updateSeller } from './actions/update-seller.ts'
export { presentSeller } from './present/seller.ts'
export { findBillingSettings } from './store/billing-settings.ts'
export { findActorNames, findRole } from './store/members.ts'
export {
  findOrganization,
  findOrganizationBySlug,
  isServerEmpty,
  lockOrganization,
  type OrganizationRow,
} from './store/organizations.ts'
export { deleteSecrets, findOrganizationBySecret, indexSecret } from './store/secret-directory.ts'
