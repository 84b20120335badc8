export { partWithUser } from './actions/part-with-user.ts'
export type { OrganizationParts } from './actions/parts.ts'
export {
  itemOf,
  organizationListed,
  organizationNamed,
  type Seller,
  sellerWork,
} from './actions/seller.ts'
export { findOrganization } from './store/organizations.ts'
export { dropSecrets, fileSecret } from './store/secret-directory.ts'
