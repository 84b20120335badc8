import { updateUser } from '@guildhall/contract/identity/profile'
import { Problem } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { work } from '../../../platform/work.ts'
import { changeProfile } from '../actions/change-profile.ts'
import { giveCredentials } from '../actions/give-credentials.ts'
import { originOf } from '../actions/origin.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { sessionCredentials } from '../actions/session-cookies.ts'

export const profileRoute = (parts: IdentityParts): EndpointRoute =>
  serve(updateUser, async (call) => {
    const { email, ...changes } = call.body
    if (email) throw new Problem('email_can_not_be_updated')
    const user = await work(parts.workshop, {}, (unit) =>
      changeProfile(unit, parts, { signedIn: call.caller, changes, from: originOf(call) }),
    )
    if (user !== null) {
      giveCredentials(call, sessionCredentials(parts, { ...call.caller, user }, parts.clock.now()))
    }
    return { status: true }
  })
