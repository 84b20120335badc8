import type { BodyOf } from '@guildhall/contract/operation'
import type { updatePortalGrant } from '@guildhall/contract/portal/benefit-grants'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findAnyBenefits } from '../../benefits/store/benefits.ts'
import { placeAgain } from '../../entitlements/actions/place-again.ts'
import { externalKindOf } from '../../entitlements/kinds/grant-kinds.ts'
import type { GrantRow } from '../../entitlements/store/grants.ts'
import { findAccount } from '../../entitlements/store/oauth-accounts.ts'
import type { PortalDeps } from './deps.ts'

interface AccountChoice {
  readonly grant: GrantRow
  readonly choice: BodyOf<typeof updatePortalGrant>
}

/** Delivers a benefit again to the account that the customer names, which must be connected. */
export async function chooseAccount(
  uow: UnitOfWork,
  deps: PortalDeps,
  { grant, choice }: AccountChoice,
): Promise<void> {
  const { organizationId, customerId, benefitId } = grant
  const [benefit] = await findAnyBenefits(uow.tx, organizationId, [benefitId])
  assert(benefit !== undefined, 'benefits keep their rows')
  if (benefit.type !== choice.benefitType) throw new Problem('benefit_grant_type_fixed')
  const kind = externalKindOf(benefit)
  if (kind === null || !('properties' in choice)) return
  const account = await findAccount(uow.tx, { organizationId, customerId }, kind.provider)
  if (account?.accountId !== choice.properties.accountId) {
    const loc = ['body', 'properties', 'account_id']
    throw new Problem('oauth_account_not_connected', { loc })
  }
  await placeAgain(uow, deps, { organizationId, grants: [grant] })
}
