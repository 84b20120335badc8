import type { Benefit } from '@guildhall/contract/benefits/shapes'
import type { CustomerBenefitGrant, HeldBenefit } from '@guildhall/contract/portal/benefit-grants'
import type { Id } from '@guildhall/contract/primitives'
import { unnamed } from './customer.ts'

/** Without the seller’s own data. */
export function presentHeldBenefit(
  benefit: Benefit,
  organization: HeldBenefit['organization'],
): HeldBenefit {
  const { type: _type, properties: _properties, ...shared } = benefit
  const shown = { ...shared, metadata: {}, organization }
  if (benefit.type === 'custom') {
    return { ...shown, type: benefit.type, properties: benefit.properties }
  }
  if (benefit.type === 'license_keys') {
    return { ...shown, type: benefit.type, properties: benefit.properties }
  }
  if (benefit.type === 'discord') {
    const { guildId } = benefit.properties
    return { ...shown, type: benefit.type, properties: { guildId } }
  }
  if (benefit.type === 'github_repository') {
    const { repositoryOwner, repositoryName } = benefit.properties
    return { ...shown, type: benefit.type, properties: { repositoryOwner, repositoryName } }
  }
  if (benefit.type === 'meter_credit') {
    return { ...shown, type: benefit.type, properties: benefit.properties }
  }
  const { files, archived } = benefit.properties
  const activeFiles = files.filter((id) => archived[id] !== true)
  return { ...shown, type: benefit.type, properties: { activeFiles } }
}

/** The session may show everything of the customer, or a single purchase. */
interface Viewer {
  readonly checkoutId: Id<'checkout'> | null
}

/** A buyer who typed an address doesn’t see which accounts of the customer got something. */
export const grantFor = (
  { checkoutId }: Viewer,
  grant: CustomerBenefitGrant,
): CustomerBenefitGrant =>
  checkoutId === null ? grant : { ...grant, customerId: unnamed, properties: {} }
