import { distinct } from '../../../kernel/indexing.ts'
import type { Given, Taken } from '../../../platform/external-access.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { type BenefitRow, findAnyBenefits } from '../../benefits/store/benefits.ts'
import { externalKindAt } from '../kinds/grant-kinds.ts'
import type { DeliveryOutcome } from '../rules/delivery.ts'
import type { AccessRow } from '../store/external-access.ts'
import { findGrantsWith, isGivenByOthers } from '../store/external-grants.ts'
import { findLatestAccount } from '../store/oauth-accounts.ts'
import { openAccountToken } from './account-token.ts'
import type { EntitlementDeps } from './deps.ts'
import { saveDelivery } from './save-delivery.ts'

/**
 * Makes a provider have what should be there: what it is was read after the lease was taken, and
 * what came of it is saved only if it is still the same.
 */
export async function deliverAccess(deps: EntitlementDeps, access: AccessRow): Promise<void> {
  const benefits = await findWanted(deps, access)
  const outcome = await callProvider(deps, access, benefits)
  if (outcome.result === 'unanswered') {
    const { provider, attempts } = access
    deps.log.warn(
      { service: provider, attempts, reason: outcome.reason },
      'access isn’t delivered yet',
    )
  }
  await runUnitOfWork(deps.uowFactory, { organizationId: access.organizationId }, (uow) =>
    saveDelivery(uow, deps, { access, outcome }),
  )
}

/** The benefits that the account is to have there, through one grant or several. */
async function findWanted(
  { uowFactory }: EntitlementDeps,
  access: AccessRow,
): Promise<readonly BenefitRow[]> {
  const { kysely } = uowFactory.database
  const grants = await findGrantsWith(kysely, access)
  const live = grants.filter(({ status }) => status !== 'revoked')
  const ids = distinct(live.map(({ benefitId }) => benefitId))
  return findAnyBenefits(kysely, access.organizationId, ids)
}

async function callProvider(
  deps: EntitlementDeps,
  access: AccessRow,
  benefits: readonly BenefitRow[],
): Promise<DeliveryOutcome> {
  const { kysely } = deps.uowFactory.database
  const { accountId, provider, place } = access
  const kind = externalKindAt(provider)
  if (benefits.length === 0) {
    if (await isGivenByOthers(kysely, access)) return { result: 'taken' }
    return outcomeOf(await kind.take(deps.providers, place, accountId))
  }
  const account = await findLatestAccount(kysely, access)
  const token = account === undefined ? null : openAccountToken(deps, account)
  return outcomeOf(await kind.give(deps.providers, place, { accountId, token, benefits }))
}

function outcomeOf(answer: Given | Taken): DeliveryOutcome {
  if ('given' in answer) return { result: answer.given }
  if ('taken' in answer) return { result: 'taken' }
  if ('refused' in answer) return { result: 'refused', reason: answer.refused }
  if ('accountMissing' in answer)
    return { result: 'account_missing', reason: answer.accountMissing }
  const { unavailable: reason, retryAfterSeconds } = answer
  return { result: 'unanswered', reason, retryAfterSeconds }
}
