import { type BenefitType, benefitTypes } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { groupBy } from '../../../kernel/indexing.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitRow } from '../../benefits/index.ts'
import { downloadableGrants } from './downloadables.ts'
import type { GrantKind, GrantKindDeps, GrantToGive } from './grant-kind.ts'
import { licenseKeyGrants } from './license-keys.ts'

/** Null for types that this server doesn’t grant. */
const grantKinds: Readonly<Record<BenefitType, GrantKind | null>> = {
  custom: { give: async (_uow, _deps, grants) => grants.map(() => ({})) },
  discord: null,
  downloadables: downloadableGrants,
  github_repository: null,
  license_keys: licenseKeyGrants,
  meter_credit: null,
}

/** The types of benefits that customers get. */
export const grantableTypes: readonly BenefitType[] = benefitTypes.filter(
  (type) => grantKinds[type] !== null,
)

export const grantKindOf = ({ type }: Pick<BenefitRow, 'type'>): GrantKind | null =>
  grantKinds[z.parse(z.enum(benefitTypes), type)]

/** Gives what these grants are for. Returns what each of them shows. */
export async function giveAll(
  uow: UnitOfWork,
  deps: GrantKindDeps,
  grants: readonly GrantToGive[],
): Promise<ReadonlyMap<Id<'benefitGrant'>, JsonObject>> {
  const properties = new Map<Id<'benefitGrant'>, JsonObject>()
  for (const [kind, some] of groupBy(grants, ({ benefit }) => grantKindOf(benefit))) {
    const given = (await kind?.give(uow, deps, some)) ?? []
    for (const [at, { id }] of some.entries()) properties.set(id, given[at] ?? {})
  }
  return properties
}
