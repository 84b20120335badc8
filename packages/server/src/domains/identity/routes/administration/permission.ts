import * as admin from '@guildhall/contract/identity/admin'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../../kernel/refusal.ts'
import { serve } from '../../../../platform/http/serve.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { hasAdminPermissions, isOperator } from '../../rules/administration/admin-permissions.ts'
import { findUser } from '../../store/users/users.ts'

/** Only operators may query others, or anyone could find out who exists and who is an operator. */
export const permissionRoute = ({ uowFactory }: IdentityDeps) =>
  serve(admin.hasPermission, async ({ body, caller: { user } }) => {
    const { userId, role } = body
    const requested = body.permissions ?? body.permission ?? {}
    const roleOf = async (id: Id<'user'>): Promise<string> => {
      const found = await findUser(uowFactory.database.kysely, id)
      if (found === undefined) throw new Problem('asked_user_not_found')
      return found.role
    }
    const checkedRole = !isOperator(user.role)
      ? user.role
      : userId !== undefined
        ? await roleOf(userId)
        : (role ?? user.role)
    return { error: null, success: hasAdminPermissions(checkedRole, requested) }
  })
