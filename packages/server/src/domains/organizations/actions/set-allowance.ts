import type { Work } from '../../../platform/work.ts'
import { admitOperator, lockTarget, type OperatorAct, recordAct } from '../../identity/index.ts'
import { saveAllowance } from '../store/allowances.ts'

/** Null gives the user the limit that everybody has. */
export async function setAllowance(
  work: Work,
  act: OperatorAct,
  organizationsMax: number | null,
): Promise<void> {
  await admitOperator(work, act, 'user:update')
  await lockTarget(work, act)
  await saveAllowance(work.tx, act.userId, organizationsMax)
  await recordAct(work, act, 'admin.set-organization-limit', { organizationsMax })
}
