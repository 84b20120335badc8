import * as contract from '@guildhall/contract/portal/sign-in'
import { Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { withQuantizedTime } from '../../identity/actions/credentials/quantized-time.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { limitGuesses } from '../actions/limit-codes.ts'
import { isRightLongCode, redeemCode } from '../actions/redeem-code.ts'
import { requestCode } from '../actions/request-code.ts'

export const signInRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  requestRoute(deps),
  redeemRoute(deps),
]

const requestRoute = (deps: PortalDeps) =>
  serve(contract.requestPortalCode, async (call) => {
    // A request that no mail follows takes fewer steps, which must not be noticed.
    await withQuantizedTime(deps.clock, () => requestCode(deps, call, call.body))
    return {}
  })

const redeemRoute = (deps: PortalDeps) =>
  serve(contract.redeemPortalCode, async (call) => {
    const { body, address } = call
    const { organizationId } = body
    const redeem = () =>
      runUnitOfWork(deps.uowFactory, { organizationId }, (uow) =>
        redeemCode(uow, deps, { ...body, address }),
      )
    // An unknown address takes fewer steps, which must not be noticed.
    const session = await withQuantizedTime(deps.clock, async () => {
      // A right one is no guess: others in the network can’t use up what its owner needs.
      if (!(await isRightLongCode(deps, body))) await limitGuesses(deps, call)
      return redeem().catch((error: unknown) => {
        // Somebody has just bought with the address, and keeps it.
        if (error instanceof Problem && error.code === 'customer_email_taken') return redeem()
        throw error
      })
    })
    if (session === null) throw new Problem('portal_code_invalid')
    return session
  })
