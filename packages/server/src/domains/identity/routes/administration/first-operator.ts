import { becomeOperator } from '@guildhall/contract/identity/first-operator'
import { type OperationRoute, serve } from '../../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../../platform/unit-of-work.ts'
import { becomeOperator as becomeOperatorWith } from '../../actions/administration/first-operator.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { originOf } from '../../actions/origin.ts'
import { sessionCredentials, setCredentials } from '../../actions/sessions/session-cookies.ts'
import { presentUser } from '../../present/user.ts'

export const firstOperatorRoute = (deps: IdentityDeps): OperationRoute =>
  serve(becomeOperator, async (call) => {
    const claim = { code: call.body.code, from: originOf(call) }
    const user = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
      becomeOperatorWith(uow, deps, call.caller, claim),
    )
    const changed = { ...call.caller, user }
    setCredentials(call, sessionCredentials(deps, changed, deps.clock.now()))
    return { user: presentUser(user) }
  })
