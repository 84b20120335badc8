import {
  type createSavedView as createContract,
  savedViewsMax,
  type updateSavedView as updateContract,
} from '@guildhall/contract/lists/lists'
import type { BodyOf } from '@guildhall/contract/operation'
import { Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  countSavedViews,
  insertSavedView,
  type OwnList,
  type OwnViewKey,
  type SavedViewRow,
  saveSavedView,
} from '../store/saved-views.ts'
import type { ListDeps } from './deps.ts'

type Clock = Pick<ListDeps, 'clock'>

type NewView = Omit<BodyOf<typeof createContract>, 'organizationId'> & OwnList

/** The organization must be locked, so that the limit holds. Views live in real time. */
export async function createSavedView(
  uow: UnitOfWork,
  { clock }: Clock,
  { organizationId, userId, list, name, query, columns = null }: NewView,
): Promise<SavedViewRow> {
  if ((await countSavedViews(uow.tx, { organizationId, userId, list })) >= savedViewsMax) {
    throw new Problem('saved_views_too_many', { viewsMax: savedViewsMax })
  }
  return insertSavedView(uow.tx, {
    organizationId,
    id: uow.newId('savedView'),
    userId,
    list,
    name,
    query: jsonText(query),
    columns,
    createdAt: clock.now(),
  }).catch(refuseTakenName)
}

/** Of two updates at a time, the later one stays: only one person makes them. */
export async function updateSavedView(
  { tx }: UnitOfWork,
  { clock }: Clock,
  key: OwnViewKey,
  { name, query, columns }: BodyOf<typeof updateContract>,
): Promise<SavedViewRow> {
  const changes = {
    ...(name && { name }),
    ...(query && { query: jsonText(query) }),
    ...(columns !== undefined && { columns }),
  }
  const saved = await saveSavedView(tx, key, changes, clock.now()).catch(refuseTakenName)
  if (saved === undefined) throw new Problem('not_found')
  return saved
}

function refuseTakenName(error: unknown): never {
  if (violatedConstraint(error) === 'saved_view_name') {
    throw new Problem('saved_view_name_taken', { loc: ['body', 'name'] })
  }
  throw error
}
