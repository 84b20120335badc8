import { type BenefitType, benefitTypes } from '@guildhall/contract/benefits/shapes'
import type { Id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitRow } from '../../benefits/store/benefits.ts'
import type { GrantState } from '../store/grants.ts'
import { downloadableGrants } from './downloadables.ts'
import { discordGrants } from './external/discord.ts'
import type { ExternalKind } from './external/external-kind.ts'
import { githubRepositoryGrants } from './external/github-repository.ts'
import { noError, placeGrants } from './external/place-grants.ts'
import type {
  GrantKind,
  GrantKindDeps,
  GrantsToChange,
  GrantToGive,
  GrantToTake,
} from './grant-kind.ts'
import { licenseKeyGrants } from './license-keys.ts'
import { meterCreditGrants } from './meter-credit.ts'

const customGrants: GrantKind = { give: async (_uow, _deps, grants) => grants.map(() => ({})) }

const grantKinds: Readonly<Record<BenefitType, GrantKind | ExternalKind>> = {
  custom: customGrants,
  discord: discordGrants,
  downloadables: downloadableGrants,
  github_repository: githubRepositoryGrants,
  license_keys: licenseKeyGrants,
  meter_credit: meterCreditGrants,
}

const benefitType = z.enum(benefitTypes)

const kindOf = ({ type }: Pick<BenefitRow, 'type'>) => grantKinds[z.parse(benefitType, type)]

/** Null for types that are given at a provider. */
export function grantKindOf(benefit: Pick<BenefitRow, 'type'>): GrantKind | null {
  const kind = kindOf(benefit)
  return 'provider' in kind ? null : kind
}

/** Null for types that this server gives itself. */
export function externalKindOf(benefit: Pick<BenefitRow, 'type'>): ExternalKind | null {
  const kind = kindOf(benefit)
  return 'provider' in kind ? kind : null
}

export function externalKindAt(provider: string): ExternalKind {
  const found = [discordGrants, githubRepositoryGrants].find((kind) => kind.provider === provider)
  assert(found !== undefined, `${provider} is a provider`)
  return found
}

/** Gives what these grants are for, or notes that it is to be given. Returns how each of them stands. */
export async function giveAll(
  uow: UnitOfWork,
  deps: GrantKindDeps,
  grants: readonly GrantToGive[],
): Promise<ReadonlyMap<Id<'benefitGrant'>, GrantState>> {
  const states = new Map<Id<'benefitGrant'>, GrantState>()
  for (const [kind, some] of groupBy(grants, ({ benefit }) => kindOf(benefit))) {
    const given =
      'provider' in kind
        ? await placeGrants(
            uow,
            deps,
            kind,
            some.map((one) => ({ ...one, current: null })),
          )
        : (await kind.give(uow, deps, some)).map((shown) => held(uow, shown))
    for (const [at, { id }] of some.entries()) states.set(id, given[at] ?? held(uow, {}))
  }
  return states
}

/** Locks what giving and taking will change, before any of it is changed. */
export async function holdAll(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  { given, taken }: GrantsToChange,
): Promise<void> {
  const kindsOf = new Set([...given, ...taken].map(({ benefit }) => grantKindOf(benefit)))
  for (const kind of kindsOf) {
    const isOfKind = ({ benefit }: Pick<GrantToTake, 'benefit'>) => grantKindOf(benefit) === kind
    const changing = { given: given.filter(isOfKind), taken: taken.filter(isOfKind) }
    await kind?.hold?.(uow, organizationId, changing)
  }
}

/** Takes what was given, where it is more than the grant itself. */
export async function takeAll(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  grants: readonly GrantToTake[],
): Promise<void> {
  for (const [kind, some] of groupBy(grants, ({ benefit }) => grantKindOf(benefit))) {
    await kind?.take?.(uow, organizationId, some)
  }
}

/** Gives what another period brings. Returns what grants show that are given something. */
export async function cycleGrants(
  uow: UnitOfWork,
  grants: readonly GrantToGive[],
): Promise<ReadonlyMap<Id<'benefitGrant'>, JsonObject>> {
  const shown = new Map<Id<'benefitGrant'>, JsonObject>()
  for (const [kind, some] of groupBy(grants, ({ benefit }) => grantKindOf(benefit))) {
    const properties = (await kind?.cycle?.(uow, some)) ?? []
    for (const [at, one] of properties.entries()) {
      const grant = some[at]
      if (grant !== undefined) shown.set(grant.id, one)
    }
  }
  return shown
}

const held = ({ now }: UnitOfWork, properties: JsonObject): GrantState => ({
  status: 'granted',
  grantedAt: now,
  ...noError,
  externalAccessId: null,
  properties,
})
