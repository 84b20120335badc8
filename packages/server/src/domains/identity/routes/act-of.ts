import type { IncomingHttpHeaders } from 'node:http'
import type { Id } from '@guildhall/contract/primitives'
import type { OperatorAct } from '../actions/operator-act.ts'
import { originOf } from '../actions/origin.ts'
import type { SignedIn } from '../actions/signed-in.ts'

/** What an operator's call does, and to whom. */
export const actOf = (call: {
  readonly caller: SignedIn
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly userId: Id<'user'> }
}): OperatorAct => ({
  operatorId: call.caller.user.id,
  userId: call.body.userId,
  from: originOf(call),
})
