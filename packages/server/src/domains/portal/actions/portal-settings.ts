import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import type { updatePortalSettings as contract } from '@guildhall/contract/portal/settings'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { isSame } from '../../../kernel/json-equality.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { findExpandedProducts } from '../../catalog/actions/expand-products.ts'
import { lockOrganization } from '../../organizations/store/organizations.ts'
import { plansRefusal } from '../rules/portal-plans.ts'
import { listPlanIds, replacePlans } from '../store/portal-plans.ts'
import type { PortalDeps } from './deps.ts'

type Settings = ResponseOf<typeof contract>

/** No rows mean no list. */
export async function readPortalSettings(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Settings> {
  const ids = await listPlanIds(db, organizationId)
  return { plans: ids.length === 0 ? null : ids }
}

/** The lock makes the second of two concurrent updates replace what the first has saved. */
export async function updatePortalSettings(
  uow: UnitOfWork,
  deps: PortalDeps,
  organizationId: Id<'organization'>,
  { plans }: BodyOf<typeof contract>,
): Promise<Settings> {
  const { tx } = uow
  await lockOrganization(tx, organizationId)
  const current = await listPlanIds(tx, organizationId)
  const requested = plans === undefined ? current : (plans ?? [])
  if (!isSame(requested, current)) {
    const found = await findExpandedProducts(tx, deps, { organizationId, ids: requested })
    accept(plansRefusal({ requested, found, current }))
    await replacePlans(tx, organizationId, requested)
  }
  return readPortalSettings(tx, organizationId)
}
