import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  authorizeOperator,
  lockTarget,
  type OperatorAct,
  recordOperatorAct,
} from '../../identity/index.ts'
import { saveOrganizationLimit } from '../store/organization-limits.ts'

/** Null resets the user to the default limit. */
export async function setOrganizationLimit(
  uow: UnitOfWork,
  act: OperatorAct,
  organizationsMax: number | null,
): Promise<void> {
  await authorizeOperator(uow, act, 'user:update')
  await lockTarget(uow, act)
  await saveOrganizationLimit(uow.tx, act.userId, organizationsMax)
  await recordOperatorAct(uow, act, 'admin.set-organization-limit', { organizationsMax })
}
