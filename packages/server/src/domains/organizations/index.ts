export { isSandboxIn } from './actions/advance-clock.ts'
export { changeSeller } from './actions/change-seller.ts'
export { createOrganization } from './actions/create-organization.ts'
export { partWithUser } from './actions/part-with-user.ts'
export type { OrganizationParts } from './actions/parts.ts'
export { presentSeller } from './actions/present-seller.ts'
export {
  itemOf,
  organizationListed,
  organizationNamed,
  personOf,
  type Seller,
  sellerWork,
} from './actions/seller.ts'
export { tellMembers } from './actions/tell-members.ts'
export { findActorNames } from './store/actor-names.ts'
export { billingSettingsOf } from './store/billing-settings.ts'
export { isServerEmpty } from './store/empty-server.ts'
export {
  findOrganization,
  findOrganizationWithSlug,
  lockOrganization,
  type OrganizationRow,
} from './store/organizations.ts'
export { dropSecrets, fileSecret, findOrganizationOfSecret } from './store/secret-directory.ts'
