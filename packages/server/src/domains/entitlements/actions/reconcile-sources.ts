import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { byId, distinct, groupBy } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type BenefitRow, findAnyBenefits } from '../../benefits/index.ts'
import { noError } from '../kinds/external/place-grants.ts'
import type { GrantToGive } from '../kinds/grant-kind.ts'
import { giveAll, grantableTypes } from '../kinds/grant-kinds.ts'
import { statusAfter } from '../rules/grant-lifecycle.ts'
import { decideGrants, type GrantDecision } from '../rules/grants.ts'
import {
  asChanged,
  type ChangedGrant,
  findGrantsOf,
  type GrantRow,
  type GrantState,
  insertGrants,
  saveGrants,
} from '../store/grants.ts'
import { findSources, listBenefitsOf, type SourceRow, type Sources } from '../store/sources.ts'
import type { EntitlementDeps } from './deps.ts'
import { lockPlaces } from './lock-places.ts'
import { benefitOf } from './place-again.ts'
import { recordGrantEvents } from './record-grant-events.ts'

type Deps = Pick<EntitlementDeps, 'keyring' | 'clock' | 'providers'>

interface Reconciled {
  readonly source: SourceRow
  readonly decision: GrantDecision<GrantRow>
}

/** Subscriptions among the sources whose next period was just paid. */
type Cycled = ReadonlySet<Id<'subscription'> | null>

/**
 * Gives the customers of these sources what the sources entitle to, and takes the rest. The sources
 * are locked by the caller, because it changed them or is about to reconcile them alone.
 */
export async function reconcileSources(
  uow: UnitOfWork,
  deps: Deps,
  some: Sources,
  cycled: Cycled = new Set(),
): Promise<void> {
  const { organizationId } = some
  const sources = await findSources(uow.tx, some)
  const found = sources.filter(({ concernsBenefits }) => concernsBenefits)
  if (found.length === 0) return
  const decided = await decideAll(uow, some, found)
  const touched = decided.filter(({ source, decision: { grant, restore, revoke, keep } }) => {
    const isCycled = cycled.has(source.subscriptionId) && keep.length > 0
    return grant.length + restore.length + revoke.length > 0 || isCycled
  })
  if (touched.length === 0) return
  const benefits = await benefitsOf(uow, organizationId, touched)
  const batch = await lockExternal(uow, deps, { organizationId, touched, benefits })
  const granted = [...(await insertNew(uow, deps, batch)), ...(await restoreAll(uow, deps, batch))]
  const revoked = await revokeAll(uow, batch)
  const kept = touched.flatMap(({ source, decision }) =>
    cycled.has(source.subscriptionId) ? decision.keep : [],
  )
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
    listBenefitsOf(tx, organizationId, { productIds, types: grantableTypes }),
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

async function insertNew(uow: UnitOfWork, deps: Deps, batch: Batch): Promise<GrantRow[]> {
  const { organizationId, touched } = batch
  const rows = touched.flatMap(({ source: { subscriptionId, orderId, customerId }, decision }) =>
    decision.grant.map((benefitId) => {
      const id = uow.newId('benefitGrant')
      return { organizationId, id, customerId, benefitId, subscriptionId, orderId }
    }),
  )
  const grants = rows.map((row) => toGive(batch, row, { isRestored: false }))
  const states = await giveAll(uow, deps, grants)
  return insertGrants(
    uow.tx,
    rows.map((row) => ({ ...row, ...stateIn(states, row.id), createdAt: uow.now })),
  )
}

async function restoreAll(uow: UnitOfWork, deps: Deps, batch: Batch): Promise<GrantRow[]> {
  const rows = batch.touched.flatMap(({ decision }) => decision.restore)
  const grants = rows.map((row) => toGive(batch, row, { isRestored: true }))
  const states = await giveAll(uow, deps, grants)
  const restored = rows.map(({ id, version }) => ({
    id,
    version,
    revokedAt: null,
    ...stateIn(states, id),
  }))
  return saveAll(uow, batch, restored)
}

const toGive = (
  { benefits }: Batch,
  { organizationId, id, customerId, benefitId, subscriptionId }: Given,
  { isRestored }: Pick<GrantToGive, 'isRestored'>,
): GrantToGive => ({
  organizationId,
  id,
  customerId,
  subscriptionId,
  benefit: benefitOf(benefits, { benefitId }),
  isRestored,
})

type Given = Pick<GrantRow, 'organizationId' | 'id' | 'customerId' | 'benefitId' | 'subscriptionId'>

const revokeAll = (uow: UnitOfWork, batch: Batch): Promise<GrantRow[]> =>
  saveAll(
    uow,
    batch,
    batch.touched
      .flatMap(({ decision }) => decision.revoke)
      .map((grant) => ({
        ...asChanged(grant),
        ...noError,
        status: statusAfter(grant.status, 'revoke'),
        revokedAt: uow.now,
        properties: {},
      })),
  )

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

async function saveAll(
  { tx, now }: UnitOfWork,
  { organizationId }: Batch,
  changed: readonly ChangedGrant[],
): Promise<GrantRow[]> {
  const saved = await saveGrants(tx, organizationId, changed, now)
  if (saved.length !== changed.length) throw new Problem('conflicting_change')
  return saved
}

function stateIn(states: ReadonlyMap<Id<'benefitGrant'>, GrantState>, id: Id<'benefitGrant'>) {
  const state = states.get(id)
  assert(state !== undefined, 'every grant is given')
  return state
}
