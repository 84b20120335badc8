import type { Id } from '@guildhall/contract/primitives'
import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitDeps } from '../../benefits/actions/deps.ts'
import type { BenefitRow } from '../../benefits/store/benefits.ts'
import type { GrantRow } from '../store/grants.ts'

export type GrantKindDeps = Pick<BenefitDeps, 'keyring' | 'clock' | 'providers'>

/** What the grants of one type of benefit have in common. `grant-kinds.ts` lists all types. */
export interface GrantKind {
  /**
   * Gives what these grants are for, in the transaction that pays for it: for the first time, or
   * again. Returns what each of them shows, in their order.
   */
  readonly give: (
    uow: UnitOfWork,
    deps: GrantKindDeps,
    grants: readonly GrantToGive[],
  ) => Promise<readonly JsonObject[]>
  /**
   * Gives what another paid period of their subscriptions brings. Returns what each of them shows.
   * Types without it give the same for as long as they are held.
   */
  readonly cycle?: (
    uow: UnitOfWork,
    grants: readonly GrantToGive[],
  ) => Promise<readonly JsonObject[]>
  /** Takes what these grants have given. Types without it look at the grants when it is used. */
  readonly take?: (
    uow: UnitOfWork,
    organizationId: Id<'organization'>,
    grants: readonly GrantToTake[],
  ) => Promise<void>
  /** Locks, in one order, all that giving, cycling and taking will change. */
  readonly hold?: (
    uow: UnitOfWork,
    organizationId: Id<'organization'>,
    changing: GrantsToChange,
  ) => Promise<void>
  /**
   * Finds grants of a changed benefit that don’t have yet what it gives now, and gives it. Types
   * without it have nothing that could change.
   */
  readonly refresh?: (
    uow: UnitOfWork,
    benefit: BenefitRow,
    max: number,
  ) => Promise<readonly RefreshedGrant[]>
}

export interface GrantToGive
  extends Pick<GrantRow, 'organizationId' | 'id' | 'customerId' | 'subscriptionId'> {
  readonly benefit: BenefitRow
  /** Whether it was given before, and revoked. */
  readonly isRestored: boolean
  /** Of the period for which it is given. */
  readonly periodStart: Date
}

export interface GrantsToChange {
  /** Also those whose next period was paid. */
  readonly given: readonly GrantToGive[]
  readonly taken: readonly GrantToTake[]
}

export interface GrantToTake extends Pick<GrantRow, 'id'> {
  readonly benefit: BenefitRow
  /** A one-time purchase that is still paid for: its product gives something else now. */
  readonly isPaidPurchase: boolean
}

interface RefreshedGrant {
  readonly grant: GrantRow
  readonly properties: JsonObject
}
