import { MeterCreditTerms } from '@guildhall/contract/benefits/inputs'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  type CreditedGrant,
  creditGrants,
  holdGrantedCredits,
  type LastCredit,
  revokeGrantedCredits,
} from '../../credits/actions/credit-grants.ts'
import type { GrantKind, GrantToGive } from './grant-kind.ts'

/**
 * A lot of credits for each period. The next period brings what the benefit gives by then: changing
 * it leaves alone what customers have.
 */
export const meterCreditGrants: GrantKind = {
  give: (uow, _deps, grants) => credit(uow, grants),
  cycle: credit,
  hold: (uow, organizationId, { given, taken }) =>
    holdGrantedCredits(uow, {
      organizationId,
      grantIds: [...given, ...taken].map(({ id }) => id),
      credited: given.map(creditedBy),
    }),
  // What was bought stays with the customer who paid for it, whatever the product gives later.
  take: (uow, organizationId, grants) =>
    revokeGrantedCredits(uow, {
      organizationId,
      grantIds: grants.filter(({ isPaidPurchase }) => !isPaidPurchase).map(({ id }) => id),
    }),
}

async function credit(
  uow: UnitOfWork,
  grants: readonly GrantToGive[],
): Promise<readonly JsonObject[]> {
  const [first] = grants
  if (first === undefined) return []
  const credits = await creditGrants(uow, first.organizationId, grants.map(creditedBy))
  return grants.map(({ id }) => propertiesOf(credits.get(id)))
}

function creditedBy(grant: GrantToGive): CreditedGrant {
  const { benefit } = grant
  assert(benefit.meterId !== null, 'a benefit that credits has a meter')
  const { units, rollover } = z.parse(MeterCreditTerms, benefit.properties)
  return {
    organizationId: grant.organizationId,
    customerId: grant.customerId,
    meterId: benefit.meterId,
    grantId: grant.id,
    periodStart: grant.periodStart,
    units,
    isPurchased: grant.subscriptionId === null,
    rollsOver: rollover,
  }
}

/** In the casing of the API. */
const propertiesOf = (credited: LastCredit | undefined): JsonObject =>
  credited === undefined
    ? {}
    : {
        last_credited_meter_id: credited.meterId,
        last_credited_units: credited.units,
        last_credited_at: credited.creditedAt.toISOString(),
      }
