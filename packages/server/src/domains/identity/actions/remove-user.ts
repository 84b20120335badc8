import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { deleteUser } from './delete-user.ts'
import { actorOf, admitOperator, type OperatorAct } from './operator-act.ts'
import type { IdentityParts } from './parts.ts'

/** What users can't do to themselves, an operator can't do to them. */
export async function removeUser(
  work: Work,
  parts: IdentityParts,
  act: OperatorAct,
): Promise<void> {
  const { userId, operatorId, from } = act
  if (userId === operatorId) throw new Problem('you_cannot_remove_yourself')
  await admitOperator(work, act, 'user:delete')
  await deleteUser(work, parts, userId, {
    action: 'admin.remove-user',
    actorId: actorOf(act),
    from,
  })
}
