import * as admin from '@guildhall/contract/identity/admin'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { serve } from '../../../platform/http/serve.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { isOperator, mayAll } from '../rules/admin-permissions.ts'
import { findUser } from '../store/users.ts'

/** About others only operators may ask: anyone else could find out who exists, and who is one. */
export const permissionRoute = ({ workshop }: IdentityParts) =>
  serve(admin.hasPermission, async ({ body, caller: { user } }) => {
    const { userId, role } = body
    const asked = body.permissions ?? body.permission ?? {}
    const roleOf = async (id: Id<'user'>): Promise<string> => {
      const found = await findUser(workshop.database.kysely, id)
      if (found === undefined) throw new Problem('asked_user_not_found')
      return found.role
    }
    const held = !isOperator(user.role)
      ? user.role
      : userId !== undefined
        ? await roleOf(userId)
        : (role ?? user.role)
    return { error: null, success: mayAll(held, asked) }
  })
