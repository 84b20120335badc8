import type { JsonObject } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import type { BenefitDeps, BenefitRow } from '../../benefits/index.ts'
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
}

interface RefreshedGrant {
  readonly grant: GrantRow
  readonly properties: JsonObject
}
