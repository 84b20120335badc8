import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import type { UserRow } from '../store/users.ts'
import { type ProfileWish, saveProfile } from './change-profile.ts'
import { admitOperator, lockTarget, type OperatorAct, recordAct } from './operator-act.ts'
import type { IdentityParts } from './parts.ts'

export async function updateUserByOperator(
  work: Work,
  { config }: Pick<IdentityParts, 'config'>,
  act: OperatorAct,
  wish: ProfileWish,
): Promise<UserRow> {
  await admitOperator(work, act, 'user:update')
  const before = await lockTarget(work, act)
  const saved = await saveProfile(work, config, before, wish)
  if (saved === null) throw new Problem('no_data_to_update')
  await recordAct(work, act, 'admin.update-user', { fields: saved.fields })
  return saved.user
}
