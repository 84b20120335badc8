import type { IncomingHttpHeaders } from 'node:http'
import type { OperatorAct } from '../../identity/actions/administration/operator-act.ts'
import { originOf } from '../../identity/actions/origin.ts'
import type { SignedIn } from '../../identity/actions/signed-in.ts'

/** What operators do about the server concerns no other user, so it is logged as their own. */
export const ownActOf = (call: {
  readonly caller: SignedIn
  readonly address: string
  readonly headers: IncomingHttpHeaders
}): OperatorAct => {
  const operatorId = call.caller.user.id
  return { operatorId, userId: operatorId, from: originOf(call) }
}
