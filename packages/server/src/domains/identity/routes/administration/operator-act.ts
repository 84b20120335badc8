import type { IncomingHttpHeaders } from 'node:http'
import type { Id } from '@guildhall/contract/primitives'
import type { OperatorAct } from '../../actions/administration/operator-act.ts'
import { originOf } from '../../actions/origin.ts'
import type { SignedIn } from '../../actions/signed-in.ts'

/** The operator act of a request. */
export const operatorActOf = (call: {
  readonly caller: SignedIn
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly userId: Id<'user'> }
}): OperatorAct => ({
  operatorId: call.caller.user.id,
  userId: call.body.userId,
  from: originOf(call),
})
