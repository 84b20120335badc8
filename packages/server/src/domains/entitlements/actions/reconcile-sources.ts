import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type BenefitRow, findAnyBenefits } from '../../benefits/store/benefits.ts'
import { noError } from '../kinds/external/place-grants.ts'
import type { GrantToGive, GrantToTake } from '../kinds/grant-kind.ts'
import { cycleGrants, giveAll, holdAll, takeAll } from '../kinds/grant-kinds.ts'
import { statusAfter } from '../rules/grant-lifecycle.ts'
import { decideGrants, type GrantDecision } from '../rules/grants.ts'
import {
  asChanged,
  findGrantsOf,
  type GrantRow,
  type GrantState,
  insertGrants,
} from '../store/grants.ts'
import {
  findPaidPeriods,
  findSources,
  listBenefitsOf,
  type PaidPeriod,
  type SourceRow,
  type Sources,
} from '../store/sources.ts'
import type { EntitlementDeps } from './deps.ts'
import { lockPlaces } from './lock-places.ts'
import { benefitOf } from './place-again.ts'
import { recordGrantEvents } from './record-grant-events.ts'
import { saveGrants } from './save-grants.ts'

type Deps = Pick<EntitlementDeps, 'keyring' | 'clock' | 'providers'>

interface Reconciled {
  readonly source: SourceRow
  readonly decision: GrantDecision<GrantRow>
}

/** An order that has just paid another period of a subscription among the sources. */
export interface Renewal {
  readonly subscriptionId: Id<'subscription'>
  readonly orderId: Id<'order'>
}

/**
 * Gives the customers of these sources what the sources entitle to, and takes the rest. The sources
 * are locked by the caller, because it changed them or is about to reconcile them alone.
 */
export async function reconcileSources(
  uow: UnitOfWork,
  deps: Deps,
  some: Sources,
  renewals: readonly Renewal[] = [],
): Promise<void> {
  const { organizationId } = some
  const sources = await findSources(uow.tx, some)
  const found = sources.filter(({ concernsBenefits }) => concernsBenefits)
  if (found.length === 0) return
  const decided = await decideAll(uow, some, found)
  const cycled = new Set<string | null>(renewals.map(({ subscriptionId }) => subscriptionId))
  const touched = decided.filter(({ source, decision: { grant, restore, revoke, keep } }) => {
    const isCycled = cycled.has(source.subscriptionId) && keep.length > 0
    return grant.length + restore.length + revoke.length > 0 || isCycled
  })
  if (touched.length === 0) return
  const benefits = await benefitsOf(uow, organizationId, touched)
  const batch = await lockExternal(uow, deps, { organizationId, touched, benefits })
  const renewalIds = renewals.map(({ orderId }) => orderId)
  const paid = await findPaidPeriods(uow.tx, organizationId, renewalIds)
  const changes = changesOf(uow, batch, paid)
  await hold(uow, organizationId, changes)
  const granted = [
    ...(await insertNew(uow, deps, changes)),
    ...(await restoreAll(uow, deps, batch, changes)),
  ]
  const kept = await cycleAll(uow, batch, changes)
  const revoked = await revokeAll(uow, batch, changes)
  await recordGrantEvents(uow, deps, batch, [
    { name: 'benefit_grant.created', rows: granted },
    { name: 'benefit_grant.revoked', rows: revoked },
    { name: 'benefit_grant.cycled', rows: kept },
  ])
}

async function decideAll(
  { tx }: UnitOfWork,
  some: Sources,
  found: readonly SourceRow[],
): Promise<Reconciled[]> {
  const { organizationId } = some
  const productIds = distinct(found.map(({ productId }) => productId))
  const [listed, grants] = await Promise.all([
    listBenefitsOf(tx, organizationId, productIds),
    findGrantsOf(tx, some),
  ])
  const listOf = groupBy(listed, ({ productId }) => productId)
  const grantsOf = groupBy(grants, sourceId)
  return found.map((source) => ({
    source,
    decision: decideGrants({
      isEntitled: source.isEntitled,
      benefitIds: (listOf.get(source.productId) ?? []).map(({ benefitId }) => benefitId),
      grants: grantsOf.get(sourceId(source)) ?? [],
    }),
  }))
}

const sourceId = ({ subscriptionId, orderId }: Pick<SourceRow, 'subscriptionId' | 'orderId'>) =>
  subscriptionId ?? orderId

type Benefits = ReadonlyMap<Id<'benefit'>, BenefitRow>

async function benefitsOf(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  touched: readonly Reconciled[],
): Promise<Benefits> {
  const ids = touched.flatMap(({ decision: { grant, restore, revoke, keep } }) => [
    ...grant,
    ...[...restore, ...revoke, ...keep].map(({ benefitId }) => benefitId),
  ])
  const rows = await findAnyBenefits(tx, organizationId, distinct(ids))
  return byId(rows)
}

interface Batch {
  readonly organizationId: Id<'organization'>
  readonly touched: readonly Reconciled[]
  readonly benefits: Benefits
}

/** Grants with what is to be given for them. */
interface Changes {
  readonly fresh: readonly { readonly row: NewRow; readonly grant: GrantToGive }[]
  readonly restored: readonly { readonly row: GrantRow; readonly grant: GrantToGive }[]
  /** Once for each period that was paid. */
  readonly cycled: readonly {
    readonly row: GrantRow
    readonly periods: readonly GrantToGive[]
  }[]
  readonly revoked: readonly { readonly row: GrantRow; readonly grant: GrantToTake }[]
}

type NewRow = Pick<
  GrantRow,
  'organizationId' | 'id' | 'customerId' | 'benefitId' | 'subscriptionId' | 'orderId'
>

function changesOf(
  uow: UnitOfWork,
  { organizationId, touched, benefits }: Batch,
  paid: readonly PaidPeriod[],
): Changes {
  const toGive = (row: NewRow, periodStart: Date, isRestored: boolean): GrantToGive => {
    const { id, customerId, subscriptionId } = row
    const benefit = benefitOf(benefits, row)
    return { organizationId, id, customerId, subscriptionId, benefit, isRestored, periodStart }
  }
  return {
    fresh: touched.flatMap(({ source, decision }) =>
      decision.grant.map((benefitId) => {
        const { subscriptionId, orderId, customerId, periodStart } = source
        const id = uow.newId('benefitGrant')
        const row = { organizationId, id, customerId, benefitId, subscriptionId, orderId }
        return { row, grant: toGive(row, periodStart, false) }
      }),
    ),
    restored: touched.flatMap(({ source: { periodStart }, decision }) =>
      decision.restore.map((row) => ({ row, grant: toGive(row, periodStart, true) })),
    ),
    cycled: touched.flatMap(({ source, decision }) => {
      const own = paid.filter(({ subscriptionId }) => subscriptionId === source.subscriptionId)
      const periodsOf = (row: GrantRow) => own.map(({ start }) => toGive(row, start, false))
      return own.length === 0 ? [] : decision.keep.map((row) => ({ row, periods: periodsOf(row) }))
    }),
    revoked: touched.flatMap(({ source, decision }) =>
      decision.revoke.map((row) => {
        const isPaidPurchase = source.orderId !== null && source.isEntitled
        const grant = { id: row.id, benefit: benefitOf(benefits, row), isPaidPurchase }
        return { row, grant }
      }),
    ),
  }
}

const hold = (
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  { fresh, restored, cycled, revoked }: Changes,
): Promise<void> =>
  holdAll(uow, organizationId, {
    given: [
      ...[...fresh, ...restored].map(({ grant }) => grant),
      ...cycled.flatMap(({ periods }) => periods),
    ],
    taken: revoked.map(({ grant }) => grant),
  })

async function insertNew(uow: UnitOfWork, deps: Deps, { fresh }: Changes): Promise<GrantRow[]> {
  const states = await giveAll(
    uow,
    deps,
    fresh.map(({ grant }) => grant),
  )
  return insertGrants(
    uow.tx,
    fresh.map(({ row }) => ({ ...row, ...stateIn(states, row.id), createdAt: uow.now })),
  )
}

async function restoreAll(
  uow: UnitOfWork,
  deps: Deps,
  batch: Batch,
  { restored }: Changes,
): Promise<GrantRow[]> {
  const states = await giveAll(
    uow,
    deps,
    restored.map(({ grant }) => grant),
  )
  const changed = restored.map(({ row: { id, version } }) => ({
    id,
    version,
    revokedAt: null,
    ...stateIn(states, id),
  }))
  return saveGrants(uow, batch.organizationId, changed)
}

/** Those that show nothing of their periods stay as they are. */
async function cycleAll(uow: UnitOfWork, batch: Batch, { cycled }: Changes): Promise<GrantRow[]> {
  const properties = await cycleGrants(
    uow,
    cycled.flatMap(({ periods }) => periods),
  )
  const changed = cycled.flatMap(({ row }) => {
    const shown = properties.get(row.id)
    return shown === undefined ? [] : { ...asChanged(row), properties: shown }
  })
  const saved = byId(await saveGrants(uow, batch.organizationId, changed))
  return cycled.map(({ row }) => saved.get(row.id) ?? row)
}

async function revokeAll(uow: UnitOfWork, batch: Batch, { revoked }: Changes): Promise<GrantRow[]> {
  await takeAll(
    uow,
    batch.organizationId,
    revoked.map(({ grant }) => grant),
  )
  const changed = revoked.map(({ row }) => ({
    ...asChanged(row),
    ...noError,
    status: statusAfter(row.status, 'revoke'),
    revokedAt: uow.now,
    properties: {},
  }))
  return saveGrants(uow, batch.organizationId, changed)
}

/** With the grants as they are once nobody delivers them any more. */
async function lockExternal(uow: UnitOfWork, deps: Deps, batch: Batch): Promise<Batch> {
  const { touched } = batch
  const given = touched.flatMap(({ source: { customerId }, decision: { grant, restore } }) => [
    ...grant.map((benefitId) => ({ customerId, benefitId })),
    ...restore,
  ])
  const changed = touched.flatMap(({ decision }) => [...decision.restore, ...decision.revoke])
  const locked = await lockPlaces(uow, deps, { ...batch, given, changed })
  const latest = (rows: readonly GrantRow[]) => rows.map((row) => locked.get(row.id) ?? row)
  return {
    ...batch,
    touched: touched.map(({ source, decision }) => ({
      source,
      decision: {
        ...decision,
        restore: latest(decision.restore),
        revoke: latest(decision.revoke),
      },
    })),
  }
}

function stateIn(states: ReadonlyMap<Id<'benefitGrant'>, GrantState>, id: Id<'benefitGrant'>) {
  const state = states.get(id)
  assert(state !== undefined, 'every grant is given')
  return state
}
