import { updateUser } from '@guildhall/contract/identity/profile'
import { Problem } from '../../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import { sessionCredentials, setCredentials } from '../../actions/sessions/session-cookies.ts'
import { changeProfile } from '../../actions/users/change-profile.ts'

export const profileRoute = (deps: IdentityDeps): OperationRoute =>
  serve(updateUser, async (call) => {
    const { email, ...input } = call.body
    if (email) throw new Problem('email_can_not_be_updated')
    const user = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      changeProfile(uow, deps, { signedIn: call.caller, input, from: originOf(call) }),
    )
    if (user !== null) {
      setCredentials(call, sessionCredentials(deps, { ...call.caller, user }, deps.clock.now()))
    }
    return { status: true }
  })
